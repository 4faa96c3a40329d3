package io.icerunner.internal.mirror;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands before a server and loses, when told, what one side sends. */
final class CuttingProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean losesRequests;
  private volatile boolean losesAnswers;

  CuttingProxy(int port) throws IOException {
    this.port = port;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** From now on nothing reaches the server. */
  void loseRequests() {
    losesRequests = true;
  }

  /** From now on nothing reaches clients. */
  void loseAnswers() {
    losesAnswers = true;
  }

  /** Ends all connections; new ones are whole. */
  void cut() {
    sockets.forEach(CuttingProxy::close);
    sockets.clear();
    // Not before: what is sent after a gap would reach the other side.
    losesRequests = false;
    losesAnswers = false;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(client);
        sockets.add(server);
        start(() -> pump(client, server, true));
        start(() -> pump(server, client, false));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void pump(Socket from, Socket to, boolean isRequest) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (!(isRequest ? losesRequests : losesAnswers)) {
          out.write(buffer, 0, count);
        }
      }
    } catch (IOException e) {
      // One side has ended; so does the other.
      close(to);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "cutting-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}
