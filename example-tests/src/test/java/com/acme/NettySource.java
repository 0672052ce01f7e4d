/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Writes a number of bytes as fast as its one connection takes them, then closes it. */
@Sharable
final class NettySource extends ChannelInboundHandlerAdapter {

    private long left;

    NettySource(long bytes) {
        this.left = bytes;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        write(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        write(context);
    }

    private void write(ChannelHandlerContext context) {
        while (left > 0 && context.channel().isWritable()) {
            int chunk = (int) Math.min(left, BulkServer.CHUNK_BYTES);
            left -= chunk;
            var written = context.writeAndFlush(context.alloc().buffer(chunk).writeZero(chunk));
            if (left == 0) {
                written.addListener(done -> context.close());
            }
        }
    }
}
