package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

class CatalogErrorsTest {
  private static ErrorCode code(RuntimeException failure) {
    return CatalogErrors.translate("load table a.b", failure).code();
  }

  @Test
  void aStoreOutOfReachIsUnavailable() {
    assertThat(code(SdkClientException.create("Failed", new SocketException("Connection reset"))))
        .isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(code(AwsServiceException.builder().statusCode(503).build()))
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }

  @Test
  void aFileThatIsCutShortIsNot() {
    assertThat(code(new UncheckedIOException(new EOFException()))).isEqualTo(ErrorCode.INTERNAL);
  }
}
