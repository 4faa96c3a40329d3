package io.icerunner.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

class StoreFailureTest {

  static Stream<Throwable> passing() {
    return Stream.of(
        new SocketTimeoutException("Read timed out"),
        new SocketException("Connection reset"),
        new ConnectException("Connection refused"),
        new EOFException(),
        new SSLException("Connection reset"),
        new IOException("Premature EOF"),
        new ConnectionClosedException("Premature end of Content-Length delimited message body"),
        new UncheckedIOException(new SocketException("Broken pipe")),
        new RuntimeIOException(new SocketTimeoutException("Read timed out"), "Failed"),
        SdkClientException.create(
            "Unable to execute HTTP request", new SocketException("Connection reset")),
        ApiCallTimeoutException.create(1_000));
  }

  /** As the one of an HTTP client, which this module does not have. */
  private static final class ConnectionClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    ConnectionClosedException(String message) {
      super(message);
    }
  }

  @ParameterizedTest
  @MethodSource("passing")
  void brokenLinksPass(Throwable failure) {
    assertThat(StoreFailure.of(failure, true).passing()).isTrue();
  }

  static Stream<Throwable> permanent() {
    return Stream.of(
        new NoSuchFileException("a"),
        new AccessDeniedException("a"),
        new NotFoundException("Location does not exist: a"),
        new SSLHandshakeException("No trusted certificate"),
        new IOException("Input/output error"),
        new IllegalStateException(),
        SdkClientException.create("Unable to load credentials from any of the providers"),
        SdkClientException.create("Unable to load region from any of the providers"));
  }

  @ParameterizedTest
  @MethodSource("permanent")
  void whatARepeatDoesNotChangeIsPermanent(Throwable failure) {
    assertThat(StoreFailure.of(failure, true).passing()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "503, SlowDown, true, UNAVAILABLE",
    "500, InternalError, true, UNAVAILABLE",
    "502, , true, UNAVAILABLE",
    "504, , true, UNAVAILABLE",
    "429, TooManyRequests, true, UNAVAILABLE",
    "400, RequestTimeout, true, UNAVAILABLE",
    "400, ThrottlingException, true, UNAVAILABLE",
    "400, InvalidArgument, false, INVALID_ARGUMENT",
    "403, AccessDenied, false, PERMISSION_DENIED",
    "403, SignatureDoesNotMatch, false, PERMISSION_DENIED",
    "401, , false, PERMISSION_DENIED",
    "404, NoSuchKey, false, NOT_FOUND",
    "404, NoSuchBucket, false, NOT_FOUND",
    "301, PermanentRedirect, false, INVALID_ARGUMENT",
    "416, InvalidRange, true, UNAVAILABLE",
    "501, NotImplemented, false, UNAVAILABLE"
  })
  void answersOfAStoreAreJudgedByStatusAndCode(
      int status, String code, boolean passing, ErrorCode expected) {
    Throwable answer =
        AwsServiceException.builder()
            .statusCode(status)
            .awsErrorDetails(
                AwsErrorDetails.builder().errorCode(code).errorMessage("So it is").build())
            .build();
    StoreFailure failure = StoreFailure.of(new RuntimeException("Failed", answer), true);
    assertThat(failure.passing()).isEqualTo(passing);
    assertThat(failure.code()).isEqualTo(expected);
  }

  @Test
  void aHostThatWasNeverReachedIsAWrongOne() {
    Throwable unknown = new RuntimeException(new UnknownHostException("lake.example"));
    assertThat(StoreFailure.of(unknown, false).passing()).isFalse();
    assertThat(StoreFailure.of(unknown, false).reason()).contains("lake.example");
    assertThat(StoreFailure.of(unknown, true).passing()).isTrue();
  }

  @Test
  void aChainThatGoesInCirclesEnds() {
    Exception first = new Exception("first");
    Exception second = new Exception("second", first);
    first.initCause(second);
    assertThat(StoreFailure.of(first, true).passing()).isFalse();
  }
}
