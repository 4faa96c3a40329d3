package io.icerunner.internal.mirror.source;

import io.icerunner.internal.names.TableNameText;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A table of any Flight server, read whole each time. It takes the place of what the target has,
 * unless its rows are the same, in whatever order.
 */
public final class FullTable implements SourceTable {
  private final SourceServer server;
  private final List<String> name;
  private final TypeMappers mappers;

  /**
   * @param mappers by which a table for the rows would be made
   */
  public FullTable(SourceServer server, List<String> name, TypeMappers mappers) {
    this.server = server;
    this.name = List.copyOf(name);
    this.mappers = mappers;
  }

  @Override
  public String kind() {
    return "full";
  }

  @Override
  public String source() {
    return server.address() + "/" + TableNameText.of(name);
  }

  @Override
  public SourceChange since(@Nullable ReplicaRecord last) {
    return rows(last == null ? null : FullPosition.parse(last.position()));
  }

  @Override
  public SourceChange.Rows all() {
    return rows(null);
  }

  private SourceChange.Rows rows(@Nullable FullPosition before) {
    return new SourceChange.Rows(LoadMode.REPLACE, List.of(allocator -> read(before, allocator)));
  }

  private PortionRead read(@Nullable FullPosition before, BufferAllocator allocator) {
    return new FullRead(
        server.read(server.table(name), allocator), before, mappers, source(), allocator);
  }
}
