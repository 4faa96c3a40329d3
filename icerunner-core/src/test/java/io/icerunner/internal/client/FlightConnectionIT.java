package io.icerunner.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.fixture.ServerMemory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.auth2.BasicCallHeaderAuthenticator;
import org.apache.arrow.flight.auth2.GeneratedBearerTokenAuthenticator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightConnectionIT {
  @TempDir static Path folder;
  private static TestCertificates ours;
  private static TestCertificates others;

  private final BufferAllocator serverMemory = new RootAllocator();
  private final BufferAllocator allocator = new RootAllocator();
  private final List<FlightServer> servers = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void makeCertificates() throws Exception {
    ours = TestCertificates.make(folder, "ours", "dns:localhost,ip:127.0.0.1");
    others = TestCertificates.make(folder, "others", "dns:flight.example.com");
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (FlightServer server : servers) {
      server.close();
    }
    ServerMemory.close(serverMemory);
    allocator.close();
  }

  /** Answers the action "who" with the name of who calls. */
  private static final class Who extends NoOpFlightProducer {
    @Override
    public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
      listener.onNext(new Result(context.peerIdentity().getBytes(StandardCharsets.UTF_8)));
      listener.onCompleted();
    }
  }

  private FlightServer serve(boolean encrypted, UnaryOperator<FlightServer.Builder> setup)
      throws Exception {
    Location location =
        encrypted ? Location.forGrpcTls("127.0.0.1", 0) : Location.forGrpcInsecure("127.0.0.1", 0);
    FlightServer server =
        setup.apply(FlightServer.builder(serverMemory, location, new Who())).build().start();
    servers.add(server);
    return server;
  }

  private FlightServer serveTls(TestCertificates certificates) throws Exception {
    return serve(true, builder -> tls(builder, certificates));
  }

  private static FlightServer.Builder tls(
      FlightServer.Builder builder, TestCertificates certificates) {
    try {
      return builder.useTls(certificates.certificate().toFile(), certificates.key().toFile());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String who(ConnectionSettings settings) {
    try (FlightConnection connection = FlightConnection.open(settings, allocator)) {
      return who(connection.server());
    }
  }

  private static String who(FlightPeer peer) {
    return peer.call(
        "ask who calls",
        (client, options) ->
            new String(
                client.doAction(new Action("who"), options).next().getBody(),
                StandardCharsets.UTF_8));
  }

  private static FlightUri uri(String scheme, String host, FlightServer server) {
    return FlightUri.parse(scheme + "://" + host + ":" + server.getPort());
  }

  private static ConnectionSettings tls(
      FlightUri uri, @Nullable Path roots, @Nullable TestCertificates client) {
    return new ConnectionSettings(
        uri,
        null,
        null,
        null,
        roots,
        client == null ? null : client.certificate(),
        client == null ? null : client.key(),
        false,
        null,
        Map.of());
  }

  private static ConnectionSettings plain(
      FlightServer server,
      @Nullable String user,
      @Nullable String password,
      @Nullable String token) {
    return new ConnectionSettings(
        uri("grpc", "127.0.0.1", server),
        user,
        password,
        token,
        null,
        null,
        null,
        false,
        null,
        Map.of());
  }

  private void assertFails(ConnectionSettings settings, ErrorCode code, String message) {
    assertThatThrownBy(() -> who(settings))
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void checksTheServersCertificate() throws Exception {
    FlightServer server = serveTls(ours);
    for (String host : List.of("localhost", "127.0.0.1")) {
      assertThat(who(tls(uri("grpc+tls", host, server), ours.certificate(), null))).isEmpty();
      assertThat(who(tls(uri("flightsql", host, server), ours.certificate(), null))).isEmpty();
    }
    FlightUri uri = uri("grpc+tls", "localhost", server);
    assertFails(
        tls(uri, null, null),
        ErrorCode.PERMISSION_DENIED,
        "the certificate of grpc+tls://localhost:%s is not accepted: unable to find valid certification"
            .formatted(server.getPort()));
    assertFails(
        tls(uri, others.certificate(), null), ErrorCode.PERMISSION_DENIED, "certification path");
    assertFails(
        ConnectionSettings.of(uri("grpc", "localhost", server)),
        ErrorCode.UNAVAILABLE,
        "Cannot ask who calls");
  }

  @Test
  void checksTheNameInTheServersCertificate() throws Exception {
    FlightServer server = serveTls(others);
    FlightUri uri = uri("grpc+tls", "localhost", server);
    assertFails(
        tls(uri, others.certificate(), null),
        ErrorCode.PERMISSION_DENIED,
        "No subject alternative");
    assertThat(
            who(
                new ConnectionSettings(
                    uri,
                    null,
                    null,
                    null,
                    others.certificate(),
                    null,
                    null,
                    false,
                    "flight.example.com",
                    Map.of())))
        .isEmpty();
    assertThat(
            who(
                new ConnectionSettings(
                    uri, null, null, null, null, null, null, true, null, Map.of())))
        .isEmpty();
  }

  @Test
  void showsItsOwnCertificate() throws Exception {
    FlightServer server =
        serve(
            true,
            builder -> {
              try {
                return tls(builder, ours).useMTlsClientVerification(others.certificate().toFile());
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    FlightUri uri = uri("grpc+tls", "localhost", server);
    assertThat(who(tls(uri, ours.certificate(), others))).isEmpty();
    assertFails(tls(uri, ours.certificate(), null), ErrorCode.UNAVAILABLE, "Cannot ask who calls");
  }

  @Test
  void logsInWithAUserAndGoesOnWithTheToken() throws Exception {
    AtomicInteger checks = new AtomicInteger();
    FlightServer server =
        serve(
            false,
            builder ->
                builder.headerAuthenticator(
                    new GeneratedBearerTokenAuthenticator(
                        new BasicCallHeaderAuthenticator(
                            (user, password) -> {
                              checks.incrementAndGet();
                              if (!user.equals("ann") || !password.equals("secret")) {
                                throw CallStatus.UNAUTHENTICATED
                                    .withDescription("wrong password")
                                    .toRuntimeException();
                              }
                              return () -> user;
                            }))));
    try (FlightConnection connection =
        FlightConnection.open(plain(server, "ann", "secret", null), allocator)) {
      assertThat(who(connection.server())).isEqualTo("ann");
      assertThat(who(connection.server())).isEqualTo("ann");
    }
    assertThat(checks).hasValue(1);
    assertFails(plain(server, "ann", "wrong", null), ErrorCode.UNAUTHENTICATED, "wrong password");
    assertFails(plain(server, null, null, null), ErrorCode.UNAUTHENTICATED, "Cannot ask who calls");
  }

  @Test
  void logsInAgainWhenTheTokenIsOver() throws Exception {
    TokenGenerations tokens = new TokenGenerations();
    FlightServer server = serve(false, builder -> builder.headerAuthenticator(tokens));
    try (FlightConnection connection =
        FlightConnection.open(plain(server, "ann", "secret", null), allocator)) {
      assertThat(who(connection.server())).isEqualTo("ann");
      tokens.next();
      assertThat(who(connection.server())).isEqualTo("ann");
    }
    assertThat(tokens.seen().stream().map(header -> header.split(" ")[0]))
        .containsExactly("Basic", "Bearer", "Bearer", "Basic", "Bearer");
    assertThat(who(plain(server, null, null, "g1"))).isEqualTo("ann");
    assertFails(plain(server, null, null, "g0"), ErrorCode.UNAUTHENTICATED, "who are you");
  }

  @Test
  void logsInAtServersThatTheFirstOneNames() throws Exception {
    FlightServer first =
        serve(false, builder -> builder.headerAuthenticator(new TokenGenerations()));
    TokenGenerations tokens = new TokenGenerations();
    tokens.next();
    FlightServer second = serve(false, builder -> builder.headerAuthenticator(tokens));
    try (FlightConnection connection =
        FlightConnection.open(plain(first, "ann", "secret", null), allocator)) {
      FlightPeer other = connection.at(Location.forGrpcInsecure("127.0.0.1", second.getPort()));
      assertThat(who(other)).isEqualTo("ann");
      assertThat(who(connection.server())).isEqualTo("ann");
      assertThat(connection.at(Location.forGrpcInsecure("127.0.0.1", second.getPort())))
          .isSameAs(other);
    }
  }

  /** Knows no log-in; keeps the headers of all other calls. */
  private static final class NoHandshake implements ServerInterceptor {
    final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public <Q, S> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next) {
      seen.add(call.getMethodDescriptor().getBareMethodName() + " " + header(headers, "tenant"));
      if ("Handshake".equals(call.getMethodDescriptor().getBareMethodName())) {
        call.close(Status.UNIMPLEMENTED, new Metadata());
        return new ServerCall.Listener<>() {};
      }
      seen.add(header(headers, "authorization"));
      return next.startCall(call, headers);
    }

    private static String header(Metadata headers, String name) {
      return String.valueOf(headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
    }
  }

  @Test
  void sendsThePasswordWithEachCallToAServerThatKnowsNoLogIn() throws Exception {
    NoHandshake calls = new NoHandshake();
    Consumer<NettyServerBuilder> intercepted = netty -> netty.intercept(calls);
    FlightServer server =
        serve(false, builder -> builder.transportHint("grpc.builderConsumer", intercepted));
    ConnectionSettings settings =
        new ConnectionSettings(
            uri("grpc", "127.0.0.1", server),
            "ann",
            "secret",
            null,
            null,
            null,
            null,
            false,
            null,
            Map.of("Tenant", "north"));
    assertThat(who(settings)).isEmpty();
    assertThat(calls.seen)
        .containsExactly("Handshake north", "DoAction north", TokenGenerations.PASSWORD);
  }

  @Test
  void sendsNoSecretOverAPlainConnectionWhenTheFirstIsEncrypted() throws Exception {
    FlightServer encrypted = serveTls(ours);
    FlightServer plain = serve(false, UnaryOperator.identity());
    Location location = Location.forGrpcInsecure("127.0.0.1", plain.getPort());
    FlightUri uri = uri("grpc+tls", "localhost", encrypted);
    try (FlightConnection open =
        FlightConnection.open(tls(uri, ours.certificate(), null), allocator)) {
      assertThat(who(open.at(location))).isEmpty();
      assertThat(open.at(Location.reuseConnection())).isSameAs(open.server());
      assertThat(open.at(Location.forGrpcTls("LOCALHOST", encrypted.getPort())))
          .isSameAs(open.server());
    }
    ConnectionSettings secret =
        new ConnectionSettings(
            uri, null, null, "token", ours.certificate(), null, null, false, null, Map.of());
    try (FlightConnection open = FlightConnection.open(secret, allocator)) {
      assertThatThrownBy(() -> open.at(location))
          .hasMessageContaining("what proves who calls would go over a plain connection");
    }
  }

  /** However often it was called in vain, and though gRPC would wait ever longer. */
  @Test
  void callsAServerThatIsBackAtOnce() throws Exception {
    FlightServer gone = serve(false, builder -> builder);
    FlightUri uri = uri("grpc", "127.0.0.1", gone);
    servers.remove(gone);
    gone.close();
    try (FlightConnection connection =
        FlightConnection.open(ConnectionSettings.of(uri), allocator)) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> who(connection.server()))
            .isInstanceOfSatisfying(
                IceRunnerException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
      }

      servers.add(
          FlightServer.builder(
                  serverMemory, Location.forGrpcInsecure("127.0.0.1", uri.port()), new Who())
              .build()
              .start());

      assertThat(who(connection.server())).isEmpty();
    }
  }
}
