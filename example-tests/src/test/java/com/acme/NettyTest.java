/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import static dev.longfatpipe.assertj.PipeAssertions.assertThat;
import static dev.longfatpipe.diagnose.LimitingFactor.RECEIVE_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.Pipe;
import dev.longfatpipe.junit.LongFatPipe;
import dev.longfatpipe.observe.Transfer;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataRate;
import dev.longfatpipe.units.DataSize;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LongFatPipe(rtt = "100ms", rate = "100mbit", kernel = "linux-6.1", congestionControl = "cubic")
class NettyTest {

    private static final int RECEIVE_BUFFER = 256 * 1024;
    private static final DataSize SIZE = DataSize.parse("5MB");

    private EventLoopGroup threads;

    @BeforeEach
    void startThreads() {
        threads = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    }

    @AfterEach
    void stopThreads() throws Exception {
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }

    @Test
    void so_rcvbuf_of_the_client_bootstrap_holds_a_download_back(Pipe pipe) throws Exception {
        NettySink client = new NettySink(SIZE.bytes());
        InetSocketAddress origin = pipe.to(listen(new ServerBootstrap().childHandler(new NettySource(SIZE.bytes()))));

        Transfer transfer = pipe.measure(() -> {
            connect(
                    new Bootstrap()
                            .option(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER)
                            .handler(client),
                    origin);
            client.awaitAll();
        });

        assertThat(transfer.direction()).isEqualTo(Direction.DOWNSTREAM);
        assertThatOneWindowIsTheLimit(transfer);
    }

    @Test
    void so_rcvbuf_of_the_server_bootstrap_holds_an_upload_back(Pipe pipe) throws Exception {
        NettySink server = new NettySink(SIZE.bytes());
        InetSocketAddress origin = pipe.to(listen(new ServerBootstrap()
                .option(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER)
                .childHandler(server)));

        Transfer transfer = pipe.measure(() -> {
            connect(new Bootstrap().handler(new NettySource(SIZE.bytes())), origin);
            server.awaitAll();
        });

        assertThat(transfer.direction()).isEqualTo(Direction.UPSTREAM);
        assertThatOneWindowIsTheLimit(transfer);
    }

    private static void assertThatOneWindowIsTheLimit(Transfer transfer) {
        // 260696 bytes of window per 100 ms are 20.9 mbit; slow start takes a part of the two seconds.
        assertThat(transfer).isLimitedBy(RECEIVE_WINDOW).reachesAtLeast(DataRate.parse("14mbit"));
        assertThat(transfer.goodput()).isLessThan(DataRate.parse("20.9mbit"));
    }

    private InetSocketAddress listen(ServerBootstrap server) throws InterruptedException {
        Channel listener = server.group(threads)
                .channel(NioServerSocketChannel.class)
                .bind(0)
                .sync()
                .channel();
        int port = ((InetSocketAddress) listener.localAddress()).getPort();
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void connect(Bootstrap client, InetSocketAddress server) throws InterruptedException {
        client.group(threads).channel(NioSocketChannel.class).connect(server).sync();
    }
}
