package io.icerunner.internal.replica;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.copy.ArrivingFiles;
import io.icerunner.internal.copy.CopyRules;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/** Data files on their way into a table of a catalog of this process. */
final class CopyLoad implements ReplicaLoad {
  private final Schema source;
  private final PreparedTable prepared;
  private final LoadCommits commits;
  private ArrivingFiles files;
  private boolean isFailed;
  private boolean isClosed;

  private CopyLoad(LoadCommits commits, PreparedTable prepared, Schema source) {
    this.commits = commits;
    this.prepared = prepared;
    this.source = source;
    this.files = new ArrivingFiles(prepared.table(), source);
  }

  /** As {@link ReplicaTarget#openCopy}. */
  static CopyLoad open(CatalogReplicaTarget target, LoadRequest request) {
    Schema source = request.source();
    if (source == null) {
      throw refused(request, "the source tells no field ids");
    }
    PreparedTable prepared = target.preparation().prepare(request);
    String refusal = CopyRules.refusal(prepared.table(), source, prepared.fieldIds());
    if (refusal != null) {
      throw refused(request, refusal);
    }
    return new CopyLoad(new LoadCommits(target, request), prepared, source);
  }

  static IceRunnerException refused(LoadRequest request, String reason) {
    return IceRunnerException.unsupported(
        "Cannot copy data files into table %s: %s".formatted(request.table(), reason));
  }

  @Override
  public void write(VectorSchemaRoot batch, @Nullable DictionaryProvider dictionaries) {
    begin("write");
    files.write(batch);
    isFailed = false;
  }

  @Override
  public long rowCount() {
    return files.rowCount();
  }

  @Override
  public CommittedLoad commit(RecordUpdate update) {
    begin("commit");
    List<DataFile> whole = files.complete();
    files = new ArrivingFiles(prepared.table(), source);
    CommittedLoad committed = commits.commit(prepared, update, whole);
    isFailed = false;
    return committed;
  }

  /** Whatever fails in between leaves a load that can only be closed. */
  private void begin(String action) {
    if (isFailed) {
      throw new IllegalStateException(
          "Cannot %s: the load of table %s has failed or ended"
              .formatted(action, commits.request().table()));
    }
    isFailed = true;
  }

  @Override
  public void close() {
    isFailed = true;
    if (!isClosed) {
      isClosed = true;
      files.close();
      commits.close(prepared);
    }
  }
}
