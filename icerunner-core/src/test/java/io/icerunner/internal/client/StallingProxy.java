package io.icerunner.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes on between clients and a server, until it is told to stop or to cut them off. */
final class StallingProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final int server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean stalled;

  StallingProxy(int server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** What arrives from now on goes nowhere, while connections stay open; new ones work. */
  void stall() {
    stalled = true;
  }

  /** Closes all connections. */
  void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
      stalled = false;
      sockets.add(client);
      sockets.add(upstream);
      start(() -> pump(client, upstream));
      start(() -> pump(upstream, client));
    }
  }

  private void pump(Socket from, Socket to) throws IOException {
    byte[] buffer = new byte[8192];
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      if (!stalled) {
        out.write(buffer, 0, read);
      }
    }
    to.close();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of the ends is closed, which ends the work.
              }
            },
            "stalling-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}
