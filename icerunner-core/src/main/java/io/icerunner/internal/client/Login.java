package io.icerunner.internal.client;

import io.icerunner.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.auth2.BasicAuthCredentialWriter;
import org.apache.arrow.flight.auth2.BearerCredentialWriter;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.jspecify.annotations.Nullable;

/**
 * What proves to one server who calls. A user logs in with the first call; the server gives a token
 * for those that follow, or else gets name and password with each, as does one that knows no
 * log-in. Safe for use by many threads.
 */
final class Login {
  private final ConnectionSettings settings;
  private @Nullable CredentialCallOption session;

  Login(ConnectionSettings settings) {
    this.settings = settings;
  }

  /** Headers of one call; logs in if needed. */
  synchronized Pass pass(FlightClient client) {
    List<CallOption> options = new ArrayList<>();
    if (settings.token() != null) {
      options.add(new CredentialCallOption(new BearerCredentialWriter(settings.token())));
    }
    if (settings.user() != null && settings.password() != null) {
      if (session == null) {
        session = logIn(client, settings.user(), settings.password());
      }
      options.add(session);
    }
    return new Pass(options.toArray(new CallOption[0]), session);
  }

  private CredentialCallOption logIn(FlightClient client, String user, String password) {
    CredentialCallOption each =
        new CredentialCallOption(new BasicAuthCredentialWriter(user, password));
    try {
      return client.authenticateBasicToken(user, password).orElse(each);
    } catch (RuntimeException e) {
      if (RemoteFailure.of("log in", settings.uri().address(), e).code() == ErrorCode.UNSUPPORTED) {
        return each;
      }
      throw e;
    }
  }

  /**
   * Forgets the session with which a call was refused, so that the next call logs in again.
   *
   * @return whether that can help
   */
  synchronized boolean renew(Pass refused) {
    if (refused.session() == null) {
      return false;
    }
    if (session == refused.session()) {
      session = null;
    }
    return true;
  }

  /**
   * @param options of a call
   * @param session that is among them; null if there was no log-in
   */
  record Pass(CallOption[] options, @Nullable CredentialCallOption session) {}
}
