/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.socket;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.path.Path;
import dev.longfatpipe.units.DataSize;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * How large a socket buffer is to be: left to the kernel, a size, or a multiple of the bandwidth-delay product of a path.
 *
 * <p>All of them are immutable; {@link #parse(String)} and {@code toString()} round-trip exactly.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface BufferSize {

    /** The most that the {@code int} of SO_RCVBUF and SO_SNDBUF can ask for, since the kernel doubles it. */
    DataSize MAX = DataSize.ofBytes(Integer.MAX_VALUE / 2);

    /** The option is not set: the kernel sizes the buffer and lets it grow. */
    static BufferSize auto() {
        return Auto.INSTANCE;
    }

    /** A size in bytes, as given to setsockopt. */
    static BufferSize of(DataSize size) {
        return new Bytes(size);
    }

    /** So many bandwidth-delay products of the path. */
    static BufferSize ofBdp(BigDecimal factor) {
        return new Bdp(factor);
    }

    /**
     * Reads a buffer size: {@code auto}, {@code 64KiB}, {@code 2bdp}, {@code 0.5 BDP}.
     *
     * @throws IllegalArgumentException if the text is none of these, or 0; the message says what to write instead
     */
    static BufferSize parse(String text) {
        return parse("buffer", text);
    }

    /**
     * Reads a buffer size as {@link #parse(String)} does.
     *
     * @param subject which buffer, for the error message
     */
    static BufferSize parse(String subject, String text) {
        return BufferSizeText.parse(subject, text);
    }

    /**
     * What an application with this policy asks of the kernel on a path.
     *
     * <p>A multiple of the bandwidth-delay product is that of the direction whose product is larger, in whole bytes, rounded
     * down; never less than one byte.
     *
     * @throws IllegalArgumentException for a multiple of the bandwidth-delay product if the path has none, because its rate
     *     is not limited or its rtt is 0, or if the product is above {@link #MAX}
     */
    BufferSetting on(Path path);

    /** What it is without any path; empty for a multiple of the bandwidth-delay product. */
    Optional<BufferSetting> withoutPath();

    /** The option is not set. One instance: {@link BufferSize#auto()}. */
    @API(status = API.Status.EXPERIMENTAL, since = "0.1")
    enum Auto implements BufferSize {
        /** The only one. */
        INSTANCE;

        @Override
        public BufferSetting on(Path path) {
            return BufferSetting.auto();
        }

        @Override
        public Optional<BufferSetting> withoutPath() {
            return Optional.of(BufferSetting.auto());
        }

        @Override
        public String toString() {
            return BufferSizeText.AUTO;
        }
    }

    /**
     * A size in bytes.
     *
     * @param size above 0, at most {@link BufferSize#MAX}
     */
    @API(status = API.Status.EXPERIMENTAL, since = "0.1")
    record Bytes(DataSize size) implements BufferSize {

        /** @throws IllegalArgumentException if the size is 0 or above {@link BufferSize#MAX} */
        public Bytes {
            BufferSizeText.requireFits("buffer", size.toString(), size);
        }

        @Override
        public BufferSetting on(Path path) {
            return BufferSetting.explicit(size);
        }

        @Override
        public Optional<BufferSetting> withoutPath() {
            return Optional.of(BufferSetting.explicit(size));
        }

        @Override
        public String toString() {
            return size.toString();
        }
    }

    /**
     * A multiple of the bandwidth-delay product of the path.
     *
     * @param factor above 0, at most 1000, of at most 50 decimals
     */
    @API(status = API.Status.EXPERIMENTAL, since = "0.1")
    record Bdp(BigDecimal factor) implements BufferSize {

        /** @throws IllegalArgumentException if the factor is not above 0, above 1000, or has more than 50 decimals */
        public Bdp {
            factor = factor.stripTrailingZeros();
            BufferSizeText.requireFactor("buffer", factor.toPlainString() + BufferSizeText.BDP, factor);
        }

        @Override
        public BufferSetting on(Path path) {
            long product = Arrays.stream(Direction.values())
                    .map(path::bandwidthDelayProduct)
                    .flatMap(Optional::stream)
                    .mapToLong(DataSize::bytes)
                    .max()
                    .orElse(0);
            if (product == 0) {
                throw BufferSizeText.refused(
                        "buffer",
                        toString(),
                        "has no meaning on a path (" + path
                                + ") without a bandwidth-delay product: write a size such as \"64KiB\", or give the path a rate and an rtt");
            }
            BigDecimal bytes = BigDecimal.valueOf(product).multiply(factor).setScale(0, RoundingMode.FLOOR);
            DataSize size = DataSize.ofBytes(Math.max(1, bytes.longValueExact()));
            BufferSizeText.requireFits("buffer", this + " = " + size, size);
            return BufferSetting.explicit(size);
        }

        @Override
        public Optional<BufferSetting> withoutPath() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return factor.toPlainString() + BufferSizeText.BDP;
        }
    }
}
