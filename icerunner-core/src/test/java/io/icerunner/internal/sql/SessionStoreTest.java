package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.iceberg.catalog.Namespace;
import org.junit.jupiter.api.Test;

class SessionStoreTest {
  private final AtomicLong clock = new AtomicLong();
  private final SessionStore store = new SessionStore(clock::get);
  private final Session session = new Session(Namespace.of("default"), ZoneId.of("UTC"));

  @Test
  void keepsASessionAsLongAsItIsUsed() {
    String id = store.open(session);
    for (int i = 0; i < 5; i++) {
      clock.addAndGet(SessionStore.IDLE.minus(Duration.ofMinutes(1)).toNanos());
      assertThat(store.find(id)).isEqualTo(session);
    }
    clock.addAndGet(SessionStore.IDLE.plus(Duration.ofMinutes(1)).toNanos());

    assertThat(store.find(id)).isNull();
  }

  @Test
  void keepsSessionsApart() {
    String first = store.open(session);
    String second = store.open(session);
    Session changed = session.withTimeZone(ZoneId.of("Europe/Madrid"));
    store.update(second, changed);

    assertThat(store.find(first)).isEqualTo(session);
    assertThat(store.find(second)).isEqualTo(changed);
    store.close(first);
    assertThat(store.find(first)).isNull();
  }

  @Test
  void findsItsCookieAmongOthers() {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("cookie", "a=b; arrow_flight_session_id=the-id; c=d");

    assertThat(SessionCookie.read(headers)).isEqualTo("the-id");
    assertThat(SessionCookie.read(new FlightCallHeaders())).isNull();
  }
}
