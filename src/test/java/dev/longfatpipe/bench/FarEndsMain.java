/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The other process of {@link FarEnds}. Says the port it listens on, then answers each line: {@code connect ADDRESS PORT COUNT},
 * {@code send}, {@code received}. Ends with its input.
 */
final class FarEndsMain {

    private static final int BACKLOG = 8192;
    private static final int AT_A_TIME = 50;

    private final ServerSocketChannel listener;
    private final Selector writing = Selector.open();
    private final List<AtomicLong> received = new CopyOnWriteArrayList<>();
    private final List<SocketChannel> clients = new CopyOnWriteArrayList<>();

    private FarEndsMain() throws IOException {
        this.listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        FarEndsMain ends = new FarEndsMain();
        ends.thread("readers", ends::read);
        System.out.println(((InetSocketAddress) ends.listener.getLocalAddress()).getPort());
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            System.out.println(ends.answer(line.split(" ")));
        }
        System.exit(0);
    }

    private String answer(String[] command) throws IOException, InterruptedException {
        return switch (command[0]) {
            case "connect" -> {
                connect(new InetSocketAddress(command[1], Integer.parseInt(command[2])), Integer.parseInt(command[3]));
                yield "connected";
            }
            case "send" -> {
                for (SocketChannel client : clients) {
                    client.configureBlocking(false);
                    client.register(writing, SelectionKey.OP_WRITE);
                }
                thread("writers", this::write);
                yield "sending";
            }
            case "received" ->
                received.stream().map(count -> Long.toString(count.get())).collect(Collectors.joining(" "));
            default -> throw new IOException("unknown command [" + String.join(" ", command) + "]");
        };
    }

    private interface Work {
        void run() throws IOException;
    }

    private void thread(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        System.err.println(name + ": " + e.getMessage());
                        System.exit(1);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void connect(InetSocketAddress to, int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            SocketChannel client = SocketChannel.open(to);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client.write(ByteBuffer.wrap(new byte[1]));
            clients.add(client);
            if (i % AT_A_TIME == 0) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        while (received.size() < clients.size() || received.stream().anyMatch(bytes -> bytes.get() == 0)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private void write() throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(1 << 16);
        while (true) {
            writing.select();
            for (SelectionKey key : writing.selectedKeys()) {
                ((SocketChannel) key.channel()).write(block.clear());
            }
            writing.selectedKeys().clear();
        }
    }

    private void read() throws IOException {
        Selector reading = Selector.open();
        ByteBuffer block = ByteBuffer.allocateDirect(1 << 18);
        listener.configureBlocking(false);
        listener.register(reading, SelectionKey.OP_ACCEPT);
        while (true) {
            reading.select();
            for (SelectionKey key : reading.selectedKeys()) {
                if (key.isAcceptable()) {
                    accept(reading);
                } else {
                    ((AtomicLong) key.attachment()).addAndGet(read((SocketChannel) key.channel(), block.clear()));
                }
            }
            reading.selectedKeys().clear();
        }
    }

    private static int read(SocketChannel channel, ByteBuffer block) throws IOException {
        int length = channel.read(block);
        if (length < 0) {
            throw new IOException("a connection was closed");
        }
        return length;
    }

    private void accept(Selector reading) throws IOException {
        for (SocketChannel server = listener.accept(); server != null; server = listener.accept()) {
            AtomicLong count = new AtomicLong();
            received.add(count);
            server.configureBlocking(false);
            server.register(reading, SelectionKey.OP_READ, count);
        }
    }
}
