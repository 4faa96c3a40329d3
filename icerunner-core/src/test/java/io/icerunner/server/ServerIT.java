package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.TypeMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server's life, its actions, and what a host plugs in. */
class ServerIT {
  @TempDir Path warehouse;

  @Test
  void aTakenPortIsUnavailableAndNothingStaysOpen() throws Exception {
    try (TestServer first = TestServer.start(warehouse.resolve("a"));
        BufferAllocator memory = new RootAllocator()) {
      IceRunnerServer second =
          IceRunnerServer.builder()
              .warehouse(warehouse.resolve("b"))
              .port(first.server.port())
              .allocator(memory)
              .build();
      assertThatThrownBy(second::start)
          .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .satisfies(e -> assertThat(e.getMessage()).contains("or 0 for any that is free"));
      assertThat(memory.getChildAllocators()).isEmpty();
      second.close();
    }
  }

  @Test
  void theUriSaysWhereItListens() throws Exception {
    try (TestServer server = TestServer.start(warehouse)) {
      assertThat(server.server.port()).isPositive();
      assertThat(server.server.uri()).isEqualTo("grpc://127.0.0.1:" + server.server.port());
      server.server.close();
      server.server.close();
      server.server.awaitTermination();
      assertThatThrownBy(server.server::port).hasMessageContaining("not running");
    }
  }

  @Test
  void thePublicUriIsAdvertised() throws Exception {
    try (TestServer server =
        TestServer.start(warehouse, builder -> builder.advertise("grpc://lake.example.com:99"))) {
      server.put("t", 0, 1, 1);
      FlightInfo info = server.client.getInfo(FlightDescriptor.path("t"));
      assertThat(info.getEndpoints().get(0).getLocations())
          .extracting(location -> location.getUri().toString())
          .containsExactly("grpc://lake.example.com:99");
    }
  }

  @Test
  void anUnknownProviderAndAnUnknownPropertyAreNamed() {
    assertThatThrownBy(
            IceRunnerServer.builder().port(0).catalog("locl", Map.of("warehouse", "w"))::start)
        .hasMessageContaining("\"locl\"")
        .hasMessageContaining("local")
        .hasMessageContaining("Did you mean \"local\"?");
    assertThatThrownBy(
            IceRunnerServer.builder().port(0).catalog("local", Map.of("warehous", "w"))::start)
        .hasMessageContaining("\"warehous\" (did you mean \"warehouse\"?)");
    assertThatThrownBy(
            IceRunnerServer.builder()
                    .port(0)
                    .warehouse(warehouse)
                    .engine("duckdb", Map.of("thread", "1"))
                ::start)
        .hasMessageContaining("\"thread\" (did you mean \"threads\"?)");
    assertThatThrownBy(
            IceRunnerServer.builder()
                    .port(0)
                    .warehouse(warehouse)
                    .engineThreads(2)
                    .engine("duckdb", Map.of("threads", "1"))
                ::start)
        .hasMessageContaining("given twice");
  }

  private static final class OwnProvider implements CatalogProvider {
    boolean closed;

    @Override
    public String name() {
      return "own";
    }

    @Override
    public Catalog open(Map<String, String> properties, ProviderContext context) {
      if (properties.containsKey("fail")) {
        throw new IllegalStateException("no way");
      }
      InMemoryCatalog catalog =
          new InMemoryCatalog() {
            @Override
            public void close() throws java.io.IOException {
              closed = true;
              super.close();
            }
          };
      catalog.initialize(context.catalogName(), properties);
      catalog.createNamespace(Namespace.of("default"));
      return catalog;
    }

    @Override
    public Set<String> secretProperties() {
      return Set.of("pin");
    }
  }

  @Test
  void aProviderObjectIsUsedAndItsCatalogClosed() {
    OwnProvider provider = new OwnProvider();
    IceRunnerServer server =
        IceRunnerServer.builder().port(0).catalogProvider(provider, Map.of()).start();
    assertThat(provider.closed).isFalse();
    server.close();
    assertThat(provider.closed).isTrue();
  }

  @Test
  void aProviderThatFailsIsReportedWithoutItsSecrets() {
    assertThatThrownBy(
            IceRunnerServer.builder()
                    .port(0)
                    .catalogProvider(new OwnProvider(), Map.of("fail", "x", "pin", "1234"))
                ::start)
        .hasMessageContaining("no way")
        .hasMessageNotContaining("1234");
  }

  @Test
  void aCatalogObjectStaysOpen() {
    OwnProvider provider = new OwnProvider();
    Catalog catalog =
        provider.open(Map.of(), new ProviderContext("c", ServerIT.class.getClassLoader()));
    IceRunnerServer.builder().port(0).catalog(catalog).start().close();
    assertThat(provider.closed).isFalse();
  }

  @Test
  void actionsOnTablesAndNamespaces() throws Exception {
    try (TestServer server = TestServer.start(warehouse)) {
      server.act("create-namespace", "{\"namespace\":\"a.b\",\"properties\":{\"owner\":\"me\"}}");
      assertThat(
              server
                  .act(
                      "create-table",
                      "{\"table\":[\"a\",\"b\",\"t\"],\"schema\":{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"id\",\"required\":false,\"type\":\"long\"},{\"id\":2,\"name\":\"name\",\"required\":false,\"type\":\"string\"}]},\"properties\":{\"p\":\"v\"}}")
                  .get(0)
                  .get("table")
                  .textValue())
          .isEqualTo("a.b.t");
      assertThat(server.act("snapshots", "{\"table\":\"a.b.t\"}")).isEmpty();
      server.put("a.b.t", 0, 5, 5);
      assertThat(server.act("snapshots", "{\"table\":\"a.b.t\"}").get(0).get("operation"))
          .hasToString("\"append\"");
      server.act("rename-table", "{\"from\":\"a.b.t\",\"to\":\"a.b.u\"}");
      assertThat(server.count("a.b.u")).isEqualTo(5);
      assertFails(
          () -> server.act("drop-namespace", "{\"namespace\":\"a.b\"}"),
          FlightStatusCode.INVALID_ARGUMENT,
          "a.b");
      server.act("drop-table", "{\"table\":\"a.b.u\",\"purge\":true}");
      server.act("drop-namespace", "{\"namespace\":\"a.b\"}");
      assertFails(() -> server.get("a.b.u"), FlightStatusCode.NOT_FOUND, "a.b.u");
    }
  }

  @Test
  void wrongActionsSayWhatIsWrong() throws Exception {
    try (TestServer server = TestServer.start(warehouse)) {
      server.put("t", 0, 1, 1);
      assertFails(
          () -> server.act("drop-tabel", "{}"), FlightStatusCode.UNIMPLEMENTED, "\"drop-table\"");
      assertFails(() -> server.act("drop-table", "t"), FlightStatusCode.INVALID_ARGUMENT, "JSON");
      assertFails(
          () -> server.act("drop-table", "{\"table\":\"nothing\"}"),
          FlightStatusCode.NOT_FOUND,
          "nothing");
      assertFails(
          () -> server.act("drop-table", "{\"table\":\"t\",\"purge\":1}"),
          FlightStatusCode.INVALID_ARGUMENT,
          "\"purge\"");
      assertFails(
          () -> server.act("create-table", "{\"table\":\"u\",\"schema\":{\"type\":\"list\"}}"),
          FlightStatusCode.INVALID_ARGUMENT,
          "schema");
      assertFails(
          () ->
              server.act(
                  "create-table",
                  "{\"table\":\"t\",\"schema\":{\"type\":\"struct\",\"fields\":[]}}"),
          FlightStatusCode.ALREADY_EXISTS,
          "default.t");
      assertFails(
          () -> server.act("create-namespace", "{\"namespace\":\"default\"}"),
          FlightStatusCode.ALREADY_EXISTS,
          "default");
    }
  }

  @Test
  void theHostAddsActions() throws Exception {
    try (TestServer server =
        TestServer.start(
            warehouse,
            builder ->
                builder
                    .action(
                        "echo",
                        "Gives the body back, twice",
                        (body, context) -> {
                          context.send(body);
                          context.send(
                              (context.action() + context.catalog().name())
                                  .getBytes(StandardCharsets.UTF_8));
                        })
                    .action(
                        "fail",
                        "Fails",
                        (body, context) -> {
                          throw new IllegalStateException("host fault");
                        })
                    .action(
                        "refuse",
                        "Refuses",
                        (body, context) -> {
                          throw IceRunnerException.notFound("Cannot do it: not there");
                        }))) {
      List<String> results = new java.util.ArrayList<>();
      server
          .client
          .doAction(new org.apache.arrow.flight.Action("echo", new byte[] {'h', 'i'}))
          .forEachRemaining(
              result -> results.add(new String(result.getBody(), StandardCharsets.UTF_8)));
      assertThat(results).containsExactly("hi", "echodefault");
      assertFails(() -> server.act("fail", ""), FlightStatusCode.INTERNAL, "host fault", "(fault ");
      assertFails(() -> server.act("refuse", ""), FlightStatusCode.NOT_FOUND, "not there");
    }
  }

  @Test
  void anActionOfTheHostCannotTakeABuiltInName() {
    assertThatThrownBy(
            IceRunnerServer.builder()
                    .port(0)
                    .warehouse(warehouse)
                    .action("drop-table", "Mine", (body, context) -> {})
                ::start)
        .hasMessageContaining("\"drop-table\"");
  }

  @Test
  void aCallThatNeedsTooMuchMemoryIsRefusedAndTheServerGoesOn() throws Exception {
    try (TestServer server =
        TestServer.start(warehouse, builder -> builder.callMemoryLimit(2 << 20))) {
      server.put("t", 0, 100, 100);
      assertFails(
          () -> server.get("select repeat('x', 300000) as a, repeat('y', 300000) as b from t"),
          FlightStatusCode.RESOURCE_EXHAUSTED,
          "Cannot");
      server.awaitNoMemory();
      assertThat(server.count("t")).isEqualTo(100);
    }
  }

  @Test
  void aTableThatCannotBeReadDoesNotSpoilTheListing() throws Exception {
    try (TestServer server = TestServer.start(warehouse)) {
      server.put("broken", 0, 1, 1);
      server.put("fine", 0, 1, 1);
      try (var files = java.nio.file.Files.walk(warehouse)) {
        for (Path file :
            files
                .filter(
                    path ->
                        path.toString().contains("broken")
                            && path.toString().endsWith(".metadata.json"))
                .toList()) {
          java.nio.file.Files.writeString(file, "{}");
        }
      }
      try (TestServer again = TestServer.start(warehouse)) {
        List<String> names = new java.util.ArrayList<>();
        for (FlightInfo info : again.client.listFlights(org.apache.arrow.flight.Criteria.ALL)) {
          names.add(info.getDescriptor().getPath().get(1));
          boolean broken = info.getDescriptor().getPath().get(1).equals("broken");
          assertThat(info.getSchemaOptional().isPresent()).isEqualTo(!broken);
        }
        assertThat(names).containsExactlyInAnyOrder("broken", "fine");
        assertThat(again.count("fine")).isEqualTo(1);
      }
    }
  }

  /** Shows the column "id" as text. */
  private static final class TextMapper implements TypeMapper {
    @Override
    public @Nullable ArrowMapping toArrow(Types.NestedField field, int formatVersion) {
      return field.name().equals("id")
          ? new ArrowMapping(Field.nullable("id", ArrowType.Utf8.INSTANCE), TextMapper::convert)
          : null;
    }

    private static FieldVector convert(FieldVector source, BufferAllocator allocator) {
      VarCharVector text = new VarCharVector("id", allocator);
      text.allocateNew();
      for (int i = 0; i < source.getValueCount(); i++) {
        text.setSafe(i, ("#" + source.getObject(i)).getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(source.getValueCount());
      return text;
    }
  }

  @Test
  void aTypeMapperOfTheHostDecidesWhatClientsSee() throws Exception {
    try (TestServer server =
        TestServer.start(warehouse, builder -> builder.typeMapper(new TextMapper()))) {
      server.put("t", 0, 3, 3);
      assertThat(server.get("t")).containsExactly("#0,null", "#1,n1", "#2,n2");
      FlightInfo info = server.client.getInfo(FlightDescriptor.path("t"));
      assertThat(info.getSchemaOptional().orElseThrow().getFields().get(0).getType())
          .isEqualTo(ArrowType.Utf8.INSTANCE);
      assertThat(server.get(info.getEndpoints().get(0).getTicket())).hasSize(3);
      assertThat(server.get("{\"table\":\"t\",\"columns\":[\"name\",\"id\"]}")).contains("n2,#2");
    }
  }
}
