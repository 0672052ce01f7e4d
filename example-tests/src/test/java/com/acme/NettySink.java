/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads a number of bytes from its one connection. */
@Sharable
final class NettySink extends SimpleChannelInboundHandler<ByteBuf> {

    private final CountDownLatch all = new CountDownLatch(1);
    private long left;

    NettySink(long bytes) {
        this.left = bytes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
        left -= bytes.readableBytes();
        if (left == 0) {
            all.countDown();
        }
    }

    void awaitAll() throws InterruptedException {
        if (!all.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError(left + " bytes did not arrive");
        }
    }
}
