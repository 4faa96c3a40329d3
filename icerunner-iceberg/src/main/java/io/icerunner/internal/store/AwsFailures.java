package io.icerunner.internal.store;

import io.icerunner.error.ErrorCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/**
 * What failures of Amazon's client mean. Only loaded once such a failure occurred, so that a host
 * without the client needs none.
 */
final class AwsFailures {
  private static final Set<String> PASSING_CODES =
      Set.of(
          "SlowDown",
          "InternalError",
          "ServiceUnavailable",
          "RequestTimeout",
          "RequestTimeoutException",
          "OperationAborted");

  private static final Set<Integer> PASSING_STATUSES = Set.of(408, 429, 500, 502, 503, 504);

  private AwsFailures() {}

  /** Null if the failure tells nothing by itself, so that its cause is asked. */
  static @Nullable StoreFailure known(Throwable failure) {
    if (failure instanceof SdkServiceException answer) {
      return answered(answer);
    }
    if (failure instanceof ApiCallTimeoutException
        || failure instanceof ApiCallAttemptTimeoutException
        || failure instanceof RetryableException) {
      return StoreFailure.passing(StoreFailure.text(failure));
    }
    return failure instanceof SdkClientException ? configuration(failure) : null;
  }

  private static StoreFailure answered(SdkServiceException answer) {
    String code = code(answer);
    int status = answer.statusCode();
    String said = said(answer);
    if (answer.isThrottlingException()
        || PASSING_CODES.contains(code)
        || PASSING_STATUSES.contains(status)) {
      return StoreFailure.passing(said);
    }
    if (code.equals("NoSuchBucket")) {
      return StoreFailure.permanent(ErrorCode.NOT_FOUND, "there is no such bucket, says " + said);
    }
    return switch (status) {
      case 301, 307, 308 ->
          StoreFailure.permanent(
              ErrorCode.INVALID_ARGUMENT,
              "the bucket is elsewhere, says %s; set client.region or s3.endpoint".formatted(said));
      case 400 -> StoreFailure.permanent(ErrorCode.INVALID_ARGUMENT, said);
      case 401, 403 ->
          StoreFailure.permanent(
              ErrorCode.PERMISSION_DENIED, "the store denies it: %s".formatted(said));
      case 404 ->
          StoreFailure.permanent(ErrorCode.NOT_FOUND, "there is no such file, says " + said);
      // The range begins after the end of the file.
      case 416 -> StoreFailure.SHORT;
      default -> StoreFailure.permanent(ErrorCode.UNAVAILABLE, said);
    };
  }

  private static @Nullable StoreFailure configuration(Throwable failure) {
    String text = StoreFailure.text(failure);
    if (text.contains("Unable to load credentials")) {
      return StoreFailure.permanent(
          ErrorCode.PERMISSION_DENIED,
          "there are no credentials: set s3.access-key-id and s3.secret-access-key, or those of the environment");
    }
    if (text.contains("Unable to load region")) {
      return StoreFailure.permanent(
          ErrorCode.INVALID_ARGUMENT,
          "there is no region: set client.region or AWS_REGION; a store of one's own often takes us-east-1");
    }
    return null;
  }

  /** The store's own words in short: the code, the status, the message. */
  private static String said(SdkServiceException answer) {
    AwsErrorDetails details = details(answer);
    String message = details == null ? null : details.errorMessage();
    return "%s (%d)%s"
        .formatted(
            code(answer), answer.statusCode(), message == null ? "" : ", \"" + message + "\"");
  }

  private static String code(SdkServiceException answer) {
    AwsErrorDetails details = details(answer);
    String code = details == null ? null : details.errorCode();
    return code == null ? "status" : code;
  }

  private static @Nullable AwsErrorDetails details(SdkServiceException answer) {
    return answer instanceof AwsServiceException aws ? aws.awsErrorDetails() : null;
  }
}
