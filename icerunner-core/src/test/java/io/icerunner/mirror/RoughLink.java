package io.icerunner.mirror;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between clients and a server of this machine. Of the connections some are cut after some
 * bytes, some are slow and some lag, as their number and the seed say.
 */
final class RoughLink implements AutoCloseable {
  private static final int CHUNK = 16 << 10;

  private final int upstream;
  private final long seed;
  private final ServerSocket listening;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicInteger cuts = new AtomicInteger();

  private RoughLink(int upstream, long seed) throws IOException {
    this.upstream = upstream;
    this.seed = seed;
    this.listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
  }

  static RoughLink start(int upstream, long seed) throws IOException {
    RoughLink link = new RoughLink(upstream, seed);
    link.inBackground(link::accept);
    return link;
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How many connections were cut so far. */
  int cuts() {
    return cuts.get();
  }

  /** Cuts every connection that is open. */
  void cutAll() {
    open.forEach(RoughLink::reset);
  }

  /**
   * What becomes of a connection.
   *
   * @param bytes after which it is cut
   * @param bytesPerSecond at most
   * @param lagNanos of each chunk
   */
  private record Weather(long bytes, long bytesPerSecond, long lagNanos) {
    static Weather of(Random random) {
      return new Weather(
          random.nextInt(3) == 0 ? Long.MAX_VALUE : 1_000L << random.nextInt(12),
          random.nextInt(3) == 0 ? 200_000L << random.nextInt(5) : Long.MAX_VALUE,
          random.nextInt(3) == 0 ? random.nextInt(20_000_000) : 0);
    }

    void waitFor(int chunk) {
      long nanos = lagNanos + chunk * 1_000_000_000L / bytesPerSecond;
      if (nanos > 0) {
        LockSupport.parkNanos(nanos);
      }
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Weather weather = Weather.of(new Random(seed * 1_000_003 + accepted.getAndIncrement()));
      Socket server = new Socket(InetAddress.getLoopbackAddress(), upstream);
      open.add(client);
      open.add(server);
      inBackground(() -> pump(client, server, new Weather(Long.MAX_VALUE, Long.MAX_VALUE, 0)));
      inBackground(() -> pump(server, client, weather));
    }
  }

  /** Carries bytes until one side ends or the connection is cut. */
  private void pump(Socket from, Socket to, Weather weather) throws IOException {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] chunk = new byte[CHUNK];
      long left = weather.bytes;
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        weather.waitFor(read);
        left -= read;
        if (left < 0) {
          cuts.incrementAndGet();
          return;
        }
        out.write(chunk, 0, read);
      }
    } finally {
      end(from);
      end(to);
    }
  }

  private void end(Socket socket) {
    open.remove(socket);
    reset(socket);
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of the sides has ended the connection, or the link is closed.
              }
            },
            "rough-link");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cutAll();
  }
}
