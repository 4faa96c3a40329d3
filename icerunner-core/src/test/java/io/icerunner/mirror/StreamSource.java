package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.icerunner.fixture.StoredTable;
import io.icerunner.internal.replica.ReplicaRecord;
import java.util.List;

/**
 * A {@link StreamServer}. Each of its reads must be in a target as a whole or not at all, and there
 * must be as many as the target's record says were committed.
 */
final class StreamSource implements KillSource {
  private static final String READS =
      "SELECT count(*) || ' rows, ' || count(DISTINCT row) FROM target GROUP BY read";

  @Override
  public void grow() {}

  @Override
  public void check(StoredTable target) throws Exception {
    try (StoredRows rows = new StoredRows()) {
      StoredRows.assertFilesOnce(target);
      rows.view("target", List.of("read", "row"), target.files());
      assertThat(rows.query(READS))
          .hasSize(commits(target))
          .containsOnly("%1$d rows, %1$d".formatted(StreamServer.ROWS));
    }
  }

  private static int commits(StoredTable target) throws Exception {
    String record = target.table().properties().get(ReplicaRecord.PROPERTY);
    return new JsonMapper().readTree(record).get("commits").intValue();
  }

  @Override
  public void close() {}
}
