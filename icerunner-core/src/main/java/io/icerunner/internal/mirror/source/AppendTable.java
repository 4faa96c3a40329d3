package io.icerunner.internal.mirror.source;

import io.icerunner.internal.names.TableNameText;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.ReplicaRecord;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A source whose rows are new each time it is read, as those of a queue: each cycle appends all
 * that it gives. If a cycle breaks off, the next one reads anew, and it is the source that must not
 * give twice what was taken.
 */
public final class AppendTable implements SourceTable {
  private final SourceServer server;
  private final List<String> name;

  public AppendTable(SourceServer server, List<String> name) {
    this.server = server;
    this.name = List.copyOf(name);
  }

  @Override
  public String kind() {
    return "append";
  }

  @Override
  public String source() {
    return server.address() + "/" + TableNameText.of(name);
  }

  @Override
  public SourceChange since(@Nullable ReplicaRecord last) {
    AppendPosition position =
        last == null ? AppendPosition.NONE : AppendPosition.parse(last.position());
    return rows(LoadMode.APPEND, position);
  }

  @Override
  public SourceChange.Rows all() {
    return rows(LoadMode.REPLACE, AppendPosition.NONE);
  }

  private SourceChange.Rows rows(LoadMode mode, AppendPosition before) {
    return new SourceChange.Rows(mode, List.of(allocator -> read(mode, before, allocator)));
  }

  private PortionRead read(LoadMode mode, AppendPosition before, BufferAllocator allocator) {
    return new AppendRead(
        server.read(server.table(name), allocator), before, mode == LoadMode.APPEND);
  }
}
