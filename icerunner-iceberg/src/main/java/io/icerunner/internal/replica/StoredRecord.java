package io.icerunner.internal.replica;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * A record as a table keeps it, with what tells later whether the table still has its rows: a table
 * that is set back to an older snapshot keeps its properties.
 *
 * @param snapshotCommits the record's count of commits at the last one that made a snapshot; 0 if
 *     none did. A commit without rows makes none
 * @param sequenceNumber of that snapshot; 0 if there is none, and in a table of format version 1
 */
record StoredRecord(ReplicaRecord record, long snapshotCommits, long sequenceNumber) {
  private static final String SNAPSHOT_COMMITS = "snapshot-commits";
  private static final String SEQUENCE_NUMBER = "snapshot-sequence-number";

  /**
   * The record of a table.
   *
   * @return null if it has none
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED if a later version wrote it
   * @throws DamagedRecordException if it is damaged
   */
  static @Nullable StoredRecord of(Table table) {
    @Nullable String text = table.properties().get(ReplicaRecord.PROPERTY);
    return text == null ? null : read(text, "table " + table.name());
  }

  private static StoredRecord read(String text, String where) {
    @Nullable JsonNode json;
    try {
      json = ReplicaRecordJson.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new DamagedRecordException("it is not JSON (%s)".formatted(e.getOriginalMessage()));
    }
    if (!(json instanceof ObjectNode object)) {
      throw new DamagedRecordException("it is not a JSON object");
    }
    ObjectNode record = object.deepCopy();
    record.remove(List.of(SNAPSHOT_COMMITS, SEQUENCE_NUMBER));
    return new StoredRecord(
        ReplicaRecordJson.read(record, where),
        ReplicaRecordJson.number(object, SNAPSHOT_COMMITS),
        ReplicaRecordJson.number(object, SEQUENCE_NUMBER));
  }

  /** As a property's value. */
  String text() {
    ObjectNode json = ReplicaRecordJson.write(record);
    json.put(SNAPSHOT_COMMITS, snapshotCommits);
    json.put(SEQUENCE_NUMBER, sequenceNumber);
    return json.toString();
  }

  StoredRecord with(ReplicaRecord other) {
    return new StoredRecord(other, snapshotCommits, sequenceNumber);
  }
}
