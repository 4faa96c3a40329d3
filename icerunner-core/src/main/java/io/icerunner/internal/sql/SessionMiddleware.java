package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallInfo;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightProducer.CallContext;
import org.apache.arrow.flight.FlightServerMiddleware;
import org.apache.arrow.flight.RequestContext;
import org.apache.arrow.flight.ServerSessionMiddleware;
import org.jspecify.annotations.Nullable;

/**
 * Ties a call to its session: by the cookie {@value ServerSessionMiddleware#sessionCookieName},
 * else by the call headers {@code catalog}, {@code schema} and {@code timezone} (which is what the
 * JDBC driver makes of parameters in its URL), else by the server's defaults.
 *
 * <p>A cookie whose session has ended fails the call, since the options the client believes in are
 * gone; the same answer deletes the cookie, so the next call works.
 */
public final class SessionMiddleware implements FlightServerMiddleware {
  public static final Key<SessionMiddleware> KEY = Key.of("icerunner-session");

  private final SessionStore store;
  private final CallHeaders headers;
  private @Nullable String id;
  private @Nullable String setCookie;
  private boolean ended;

  private SessionMiddleware(SessionStore store, CallHeaders headers) {
    this.store = store;
    this.headers = headers;
    this.id = SessionCookie.read(headers);
    if (id != null && store.find(id) == null) {
      ended = true;
      setCookie = SessionCookie.deleting(id);
    }
  }

  /** Makes the middleware of each call. */
  static Factory<SessionMiddleware> factory(SessionStore store) {
    return (CallInfo info, CallHeaders headers, RequestContext context) ->
        new SessionMiddleware(store, headers);
  }

  static SessionMiddleware of(CallContext context) {
    SessionMiddleware middleware = context.getMiddleware(KEY);
    if (middleware == null) {
      throw IceRunnerException.internal("Cannot find the session: the call has none", null);
    }
    return middleware;
  }

  /** The session of this call; made of headers and defaults if the client opened none. */
  synchronized Session session(SessionOptions options) {
    if (ended) {
      throw IceRunnerException.notFound(
          ("Cannot go on with session %s: it has ended; set the session options again, the next"
                  + " call starts without them")
              .formatted(id));
    }
    Session session = id == null ? null : store.find(id);
    return session != null ? session : options.fromHeaders(headers);
  }

  /** Keeps changed options, in a new session if the client had none. */
  synchronized void save(Session session) {
    if (id == null) {
      id = store.open(session);
      setCookie = SessionCookie.setting(id);
    } else {
      store.update(id, session);
    }
  }

  /** Ends the session, if there is one. */
  synchronized void close() {
    if (id != null) {
      store.close(id);
      setCookie = SessionCookie.deleting(id);
      ended = true;
    }
  }

  @Override
  public synchronized void onBeforeSendingHeaders(CallHeaders outgoing) {
    if (setCookie != null) {
      outgoing.insert("set-cookie", setCookie);
    }
  }

  @Override
  public void onCallCompleted(CallStatus status) {}

  @Override
  public void onCallErrored(Throwable error) {}
}
