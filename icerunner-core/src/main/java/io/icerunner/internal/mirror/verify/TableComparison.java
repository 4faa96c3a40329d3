package io.icerunner.internal.mirror.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.mirror.MirrorContext;
import io.icerunner.internal.mirror.TablePair;
import io.icerunner.internal.mirror.source.CanonicalRows;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.replica.ReplicaState;
import io.icerunner.internal.types.TypeMappers;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Compares one target with its source: both are read whole, one after the other, and only digests
 * are kept. If the target is written meanwhile, it begins anew.
 */
final class TableComparison {
  private static final int ATTEMPTS = 3;

  private final MirrorContext context;
  private final TargetRows targetRows;
  private final TypeMappers mappers;
  private final TablePair pair;

  TableComparison(
      MirrorContext context, TargetRows targetRows, TypeMappers mappers, TablePair pair) {
    this.context = context;
    this.targetRows = targetRows;
    this.mappers = mappers;
    this.pair = pair;
  }

  VerifiedTable run() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ReplicaRecord before = record();
      VerifiedTable verified = compare(before);
      if (before.equals(record())) {
        return verified;
      }
    }
    throw new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot compare %s with %s: the target was written while it was read, %s times; stop its mirror first"
            .formatted(pair.target(), pair.name(), ATTEMPTS));
  }

  private ReplicaRecord record() {
    ReplicaState state = context.target().state(pair.target());
    if (!state.exists()) {
      throw IceRunnerException.notFound(
          "Cannot compare %s with %s: there is no such target"
              .formatted(pair.target(), pair.name()));
    }
    ReplicaRecord record = state.record();
    if (record == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot compare %s with %s: no mirror has written the target"
              .formatted(pair.target(), pair.name()));
    }
    return record;
  }

  private VerifiedTable compare(ReplicaRecord record) {
    try (BufferAllocator memory =
        context.allocator().newChildAllocator("verify " + pair.name(), 0, Long.MAX_VALUE)) {
      boolean isExact;
      Side source;
      try (SourceRows rows =
          new SourceReads(context, targetRows, mappers, pair, record).open(memory)) {
        isExact = rows.isExact();
        source = Side.of(rows.rows(), rows.names());
      }
      Side target = target(memory);
      boolean isEqual = source.isEqual(target);
      return new VerifiedTable(
          pair,
          isEqual,
          isExact,
          source.rows(),
          target.rows(),
          new Differences(source, target).columns(),
          isEqual ? null : explanation(record, target),
          null);
    }
  }

  private Side target(BufferAllocator memory) {
    try (CanonicalRows rows = targetRows.read(pair.target(), null, null, memory)) {
      return Side.of(rows, Map.of());
    }
  }

  private static @Nullable String explanation(ReplicaRecord record, Side target) {
    if (target.rows() != record.rows()) {
      return "The target has %s rows where its mirror wrote %s: something else changed it."
          .formatted(target.rows(), record.rows());
    }
    String digest = digest(record);
    if (digest == null) {
      return null;
    }
    return digest.equals(target.content())
        ? "The target is as its mirror wrote it; the source has changed since."
        : "The target is not as its mirror wrote it: something else changed it.";
  }

  /** Of the rows that the mirror wrote; null if the record tells none. */
  private static @Nullable String digest(ReplicaRecord record) {
    if (!record.kind().equals("full")) {
      return null;
    }
    try {
      return Json.MAPPER.readTree(record.position()).path("digest").textValue();
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
