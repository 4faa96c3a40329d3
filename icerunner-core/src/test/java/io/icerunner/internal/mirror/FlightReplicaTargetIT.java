package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightUri;
import io.icerunner.internal.flight.ReplicaJson;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.replica.ReplicaTarget;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.server.IceRunnerServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tables of another server. */
class FlightReplicaTargetIT extends CopyTargetContract {
  private final BufferAllocator serverMemory = new RootAllocator();
  private @Nullable IceRunnerServer server;

  @Override
  ReplicaTarget openTarget() {
    return openTarget(true);
  }

  private ReplicaTarget openTarget(boolean createTables) {
    IceRunnerServer started =
        IceRunnerServer.builder()
            .warehouse(warehouse)
            .port(0)
            .createTables(createTables)
            .allocator(serverMemory)
            .drainTimeout(Duration.ofSeconds(2))
            .start();
    server = started;
    return FlightReplicaTarget.open(
        ConnectionSettings.of(FlightUri.parse("grpc://127.0.0.1:" + started.port())),
        TypeMappers.of(List.of()),
        allocator);
  }

  private IceRunnerServer server() {
    return Objects.requireNonNull(server);
  }

  @Override
  void closeTarget() {
    server().close();
    serverMemory.close();
  }

  @Test
  void aServerThatCreatesNoTablesSaysSo() {
    target.close();
    server().close();
    target = openTarget(false);

    IceRunnerException refused =
        catchThrowableOfType(IceRunnerException.class, () -> open(LoadMode.APPEND, null).close());

    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refused.getMessage()).contains("d.copy", "creates no tables");
  }

  @Test
  void aServerThatIsGoneIsUnavailableAndKeepsNothing() {
    try (ReplicaLoad load = open(LoadMode.APPEND, null)) {
      write(load, 1);
      server().close();

      IceRunnerException failure =
          catchThrowableOfType(
              IceRunnerException.class,
              () -> {
                load.commit(update("run", 1, 1));
              });

      assertThat(failure.code()).isIn(ErrorCode.UNAVAILABLE, ErrorCode.COMMIT_UNKNOWN);
    }
    assertThat(files()).isEmpty();
    assertThat(catchThrowableOfType(IceRunnerException.class, () -> target.state(ID)).code())
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }

  @Test
  void aCommitWhoseAnswerIsLostIsUnknownAndFoundInTheTable() throws Exception {
    throughProxy(
        (proxied, proxy) -> {
          try (ReplicaLoad load = open(proxied, null)) {
            write(load, 1);
            proxy.loseAnswers();
            CompletableFuture<IceRunnerException> told = commit(load);
            await(() -> target.state(ID).record() != null);
            proxy.cut();
            assertThat(told.join().code()).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
          }
          ReplicaRecord record = Objects.requireNonNull(proxied.state(ID).record());
          assertThat(record.position()).isEqualTo("{\"at\":1}");
          try (ReplicaLoad load = open(proxied, record)) {
            write(load, 2);
            load.commit(update("run", 1, 2));
          }
          assertThat(rows()).containsExactly("1", "2");
        });
  }

  @Test
  void aCommitThatDoesNotArriveIsUnknownAndLeavesNothing() throws Exception {
    throughProxy(
        (proxied, proxy) -> {
          try (ReplicaLoad load = open(proxied, null)) {
            write(load, 1);
            proxy.loseRequests();
            CompletableFuture<IceRunnerException> told = commit(load);
            assertThat(target.state(ID).record()).isNull();
            proxy.cut();
            assertThat(told.join().code()).isIn(ErrorCode.COMMIT_UNKNOWN, ErrorCode.UNAVAILABLE);
          }
          assertThat(proxied.state(ID).record()).isNull();
          await(() -> files().isEmpty());
        });
  }

  @Test
  void aCommitOfMoreThanHasComeIsRefused() throws Exception {
    LoadRequest request =
        new LoadRequest(ID, LoadMode.APPEND, IDS, null, null, null, true, Map.of());
    Location location = Location.forGrpcInsecure("127.0.0.1", server().port());
    try (FlightClient client = FlightClient.builder(allocator, location).build();
        SyncPutListener answers = new SyncPutListener();
        VectorSchemaRoot rows = VectorSchemaRoot.create(IDS, allocator)) {
      FlightClient.ClientStreamListener stream =
          client.startPut(FlightDescriptor.command(ReplicaJson.load(request)), rows, answers);
      ((BigIntVector) rows.getVector(0)).setSafe(0, 1);
      rows.setRowCount(1);
      stream.putNext();
      rows.clear();
      byte[] commit = ReplicaJson.commit(update("run", 1, 1), 2);
      ArrowBuf metadata = allocator.buffer(commit.length);
      metadata.writeBytes(commit);
      stream.putNext(metadata);
      stream.completed();
      assertThatThrownBy(answers::getResult)
          .isInstanceOf(FlightRuntimeException.class)
          .hasMessageContaining("1 batches have come, and 2 were sent");
    }
    assertThat(target.state(ID).record()).isNull();
    await(() -> files().isEmpty());
  }

  private interface Proxied {
    void run(ReplicaTarget target, CuttingProxy proxy) throws Exception;
  }

  private void throughProxy(Proxied work) throws Exception {
    try (CuttingProxy proxy = new CuttingProxy(server().port());
        ReplicaTarget proxied =
            FlightReplicaTarget.open(
                ConnectionSettings.of(FlightUri.parse("grpc://127.0.0.1:" + proxy.port())),
                TypeMappers.of(List.of()),
                allocator)) {
      work.run(proxied, proxy);
    }
  }

  private ReplicaLoad open(ReplicaTarget proxied, @Nullable ReplicaRecord expected) {
    return proxied.open(
        new LoadRequest(ID, LoadMode.APPEND, IDS, null, null, expected, true, Map.of()), allocator);
  }

  private static CompletableFuture<IceRunnerException> commit(ReplicaLoad load) {
    return CompletableFuture.supplyAsync(
        () ->
            catchThrowableOfType(IceRunnerException.class, () -> load.commit(update("run", 1, 1))));
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(10_000_000);
    }
  }
}
