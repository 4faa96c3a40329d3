package io.icerunner.internal.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;

/** Gives a token for ann's password; tokens of earlier generations are over. */
public final class TokenGenerations implements CallHeaderAuthenticator {
  /** The header of ann with the password "secret". */
  static final String PASSWORD =
      "Basic " + Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));

  private final AtomicInteger current = new AtomicInteger();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  /** Ends the tokens that were given. */
  public void next() {
    current.incrementAndGet();
  }

  /** What has come, in order. */
  public List<String> seen() {
    return seen;
  }

  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String header = String.valueOf(headers.get("authorization"));
    seen.add(header);
    String valid = "Bearer g" + current.get();
    if (!header.equals(valid) && !header.equals(PASSWORD)) {
      throw CallStatus.UNAUTHENTICATED.withDescription("who are you").toRuntimeException();
    }
    return new AuthResult() {
      @Override
      public String getPeerIdentity() {
        return "ann";
      }

      @Override
      public void appendToOutgoingHeaders(CallHeaders outgoing) {
        outgoing.insert("authorization", valid);
      }
    };
  }
}
