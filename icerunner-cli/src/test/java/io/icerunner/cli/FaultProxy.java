package io.icerunner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between a client and an HTTP server and spoils some of the answers. Which ones depends on
 * the seed, the request and how often it came, never on the order of the threads. A request is
 * spoiled a few times in a row at most.
 */
final class FaultProxy implements AutoCloseable {
  /** What may happen to a request. */
  enum Fault {
    /** The server is never asked. */
    SLOW_DOWN,
    INTERNAL_ERROR,
    RESET,
    /** The server does what was asked; the answer is lost. */
    DROPPED,
    /** Half of the body comes. */
    CUT,
    CUT_BY_RESET,
    /** Half of the body comes and claims to be all of it. */
    SHORT_BODY,
    /** Half of the body comes and then nothing. */
    STALLED
  }

  /** A request as it was counted. */
  record Request(String line, String range) {}

  private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");
  private static final Pattern RANGE = Pattern.compile("(?im)^range: *([^\\r\\n]+)");
  private static final int IN_A_ROW = 3;

  private final int upstream;
  private final ServerSocket server;
  private final long seed;
  private final double rate;
  private final List<Fault> faults;
  private final Map<Request, Integer> times = new ConcurrentHashMap<>();
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
  private final Queue<String> heads = new ConcurrentLinkedQueue<>();
  private final Queue<Fault> done = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private FaultProxy(int upstream, long seed, double rate, List<Fault> faults) throws IOException {
    this.upstream = upstream;
    this.seed = seed;
    this.rate = rate;
    this.faults = faults;
    this.server = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Spoils a share of the requests, each time by one of the faults. */
  static FaultProxy start(int upstream, long seed, double rate, Fault... faults)
      throws IOException {
    return new FaultProxy(upstream, seed, rate, List.of(faults));
  }

  int port() {
    return server.getLocalPort();
  }

  /** All requests so far, spoiled ones as well. */
  List<Request> requests() {
    return List.copyOf(requests);
  }

  /** The heads of all requests so far. */
  List<String> heads() {
    return List.copyOf(heads);
  }

  /** What was done so far. */
  List<Fault> faults() {
    return List.copyOf(done);
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        start(() -> serve(client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket client) {
    try (client) {
      String head = head(client.getInputStream());
      if (head.isEmpty()) {
        return;
      }
      byte[] body = body(client, head);
      Matcher range = RANGE.matcher(head);
      Request request =
          new Request(head.substring(0, head.indexOf('\r')), range.find() ? range.group(1) : "");
      requests.add(request);
      heads.add(head);
      answer(client, fault(request), head, body);
    } catch (IOException e) {
      // The client went away, or the server did.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(Socket client, int fault, String head, byte[] body)
      throws IOException, InterruptedException {
    if (fault < 0) {
      client.getOutputStream().write(forward(head, body));
      return;
    }
    Fault chosen = faults.get(fault);
    done.add(chosen);
    switch (chosen) {
      case SLOW_DOWN -> refuse(client, "503 Slow Down", "SlowDown");
      case INTERNAL_ERROR -> refuse(client, "500 Internal Server Error", "InternalError");
      case RESET -> reset(client);
      case DROPPED -> {
        forward(head, body);
        reset(client);
      }
      case CUT -> half(client, forward(head, body));
      case CUT_BY_RESET -> {
        half(client, forward(head, body));
        reset(client);
      }
      case SHORT_BODY -> client.getOutputStream().write(shortened(forward(head, body)));
      case STALLED -> {
        half(client, forward(head, body));
        closed.await(10, TimeUnit.SECONDS);
      }
    }
  }

  /** The index of the fault that a request meets this time; negative for none. */
  private int fault(Request request) {
    int time = times.merge(request, 1, Integer::sum);
    if (faults.isEmpty() || time % (IN_A_ROW + 1) == 0) {
      return -1;
    }
    Random random = new Random(seed * 31 + request.hashCode() * 1_000_003L + time);
    random.nextInt();
    return random.nextDouble() < rate ? random.nextInt(faults.size()) : -1;
  }

  private byte[] forward(String head, byte[] body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), upstream)) {
      OutputStream out = socket.getOutputStream();
      String sent =
          head.replaceAll("(?im)^(connection|expect):.*\\r\\n", "")
              .replaceFirst("\\r\\n\\r\\n$", "\r\nConnection: close\r\n\r\n");
      out.write(sent.getBytes(StandardCharsets.ISO_8859_1));
      out.write(body);
      out.flush();
      return socket.getInputStream().readAllBytes();
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int read = in.read(); read >= 0; read = in.read()) {
      head.write(read);
      if (read == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toString(StandardCharsets.ISO_8859_1);
      }
    }
    return "";
  }

  private static byte[] body(Socket client, String head) throws IOException {
    if (head.toLowerCase(Locale.ROOT).contains("expect: 100-continue")) {
      write(client, "HTTP/1.1 100 Continue\r\n\r\n");
    }
    Matcher length = LENGTH.matcher(head);
    return length.find()
        ? client.getInputStream().readNBytes(Integer.parseInt(length.group(1)))
        : new byte[0];
  }

  private static void refuse(Socket client, String status, String code) throws IOException {
    String body = "<Error><Code>%s</Code><Message>Please wait.</Message></Error>".formatted(code);
    write(
        client,
        "HTTP/1.1 %s\r\nContent-Type: application/xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
            .formatted(status, body.length(), body));
  }

  private static void half(Socket client, byte[] answer) throws IOException {
    int start = bodyStart(answer);
    client.getOutputStream().write(answer, 0, start + (answer.length - start) / 2);
    client.getOutputStream().flush();
  }

  /** Half of the body under a head that promises no more. */
  private static byte[] shortened(byte[] answer) {
    int start = bodyStart(answer);
    int rest = (answer.length - start) / 2;
    String head = new String(answer, 0, start, StandardCharsets.ISO_8859_1);
    String changed = LENGTH.matcher(head).replaceFirst("Content-Length: " + rest);
    ByteArrayOutputStream shorter = new ByteArrayOutputStream();
    shorter.writeBytes(changed.getBytes(StandardCharsets.ISO_8859_1));
    shorter.write(answer, start, rest);
    return shorter.toByteArray();
  }

  private static int bodyStart(byte[] answer) {
    return new String(answer, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
  }

  private static void reset(Socket client) throws IOException {
    client.setSoLinger(true, 0);
    client.close();
  }

  private static void write(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    client.getOutputStream().flush();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "fault-proxy");
    thread.setDaemon(true);
    thread.start();
  }
}
