package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.copy.FilePiece;
import io.icerunner.internal.copy.PieceStream;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.scan.PinnedTable;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.internal.scan.TableFiles;
import io.icerunner.spi.RecordBatchStream;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Gives away the data files of tables as they are, to clients that keep a copy. A ticket names a
 * table and a version and no file: what it gives is planned anew each time.
 */
final class FileReads {
  private final ServerContext context;

  FileReads(ServerContext context) {
    this.context = context;
  }

  /** The ticket for the files, and how many there are, with how many rows. */
  FlightInfo info(
      ReadRequest.OfFiles request, FlightDescriptor descriptor, SnapshotResolver resolver) {
    PinnedTable table = resolver.resolve(request.name(), request.version());
    TableFiles files = plan(table);
    byte[] ticket = TableReader.ticket(request, FilePiece.SCHEMA, resolver.pins());
    ObjectNode metadata =
        TableReader.description(table)
            .put("data-files", files.files().size())
            .put("records", files.rowCount());
    return FlightInfo.builder(FilePiece.SCHEMA, descriptor, List.of(context.endpoint(ticket)))
        .setBytes(files.bytes())
        .setAppMetadata(Json.bytes(metadata))
        .build();
  }

  RecordBatchStream open(
      ReadRequest.OfFiles request, SnapshotResolver resolver, BufferAllocator allocator) {
    PinnedTable table = resolver.resolve(request.name(), request.version());
    TableFiles files = plan(table);
    return new PieceStream(table.identifier().toString(), files.io(), files.files(), allocator);
  }

  /**
   * The one place where files are granted, for the description as for the stream: who may not see
   * all columns and rows of a table as they are stored must be refused here.
   *
   * @throws IceRunnerException UNSUPPORTED if rows are to be read instead
   */
  private TableFiles plan(PinnedTable table) {
    boolean isShownAsStored =
        context.typeMappers().shown(table.schema(), table.formatVersion()).isIdentity();
    if (!isShownAsStored) {
      throw IceRunnerException.unsupported(
          "Cannot give away the data files of table %s: a type mapper shows its columns in another way; read its rows"
              .formatted(table.identifier()));
    }
    return table.wholeFiles();
  }
}
