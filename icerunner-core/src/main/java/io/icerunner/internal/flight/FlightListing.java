package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.names.TableNameText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists tables one by one as they are found. Criteria are a namespace, which stands for its tables
 * and those of the namespaces below it, or a {@link NamePattern}. A table that cannot be read is
 * listed without a schema.
 */
final class FlightListing {
  private static final Logger LOG = LoggerFactory.getLogger(FlightListing.class);

  private final ServerContext context;
  private final TableReader reader;

  FlightListing(ServerContext context, TableReader reader) {
    this.context = context;
    this.reader = reader;
  }

  void list(Criteria criteria, StreamListener<FlightInfo> listener, BooleanSupplier cancelled) {
    String expression = new String(criteria.getExpression(), StandardCharsets.UTF_8).strip();
    try (Stream<TableIdentifier> tables = tables(expression)) {
      Iterator<TableIdentifier> each = tables.iterator();
      while (!cancelled.getAsBoolean() && each.hasNext()) {
        listener.onNext(info(each.next()));
      }
    }
    if (!cancelled.getAsBoolean()) {
      listener.onCompleted();
    }
  }

  private Stream<TableIdentifier> tables(String expression) {
    Stream<TableIdentifier> all = context.tables().tables();
    if (expression.isEmpty()) {
      return all;
    }
    List<String> parts = TableNameText.parse(expression);
    if (parts != null) {
      Namespace namespace = Namespace.of(parts.toArray(new String[0]));
      if (context.tables().namespaceExists(namespace)) {
        return all.filter(table -> isWithin(table.namespace(), namespace));
      }
    }
    NamePattern pattern = NamePattern.of(expression);
    return all.filter(table -> pattern.matches(table.toString()) || pattern.matches(table.name()));
  }

  private static boolean isWithin(Namespace inner, Namespace outer) {
    return inner.length() >= outer.length()
        && Arrays.equals(Arrays.copyOf(inner.levels(), outer.length()), outer.levels());
  }

  private FlightInfo info(TableIdentifier table) {
    List<String> path = new ArrayList<>(List.of(table.namespace().levels()));
    path.add(table.name());
    FlightDescriptor descriptor = FlightDescriptor.path(path);
    try {
      return reader.info(ReadRequest.OfTable.whole(path), descriptor);
    } catch (IceRunnerException e) {
      LOG.warn("Table {} is listed without a schema: {}", table, e.getMessage());
      byte[] metadata =
          Json.bytes(Json.object().put("table", table.toString()).put("error", e.getMessage()));
      byte[] ticket = String.join(".", path).getBytes(StandardCharsets.UTF_8);
      return FlightInfo.builder(null, descriptor, List.of(context.endpoint(ticket, metadata)))
          .setAppMetadata(metadata)
          .build();
    }
  }
}
