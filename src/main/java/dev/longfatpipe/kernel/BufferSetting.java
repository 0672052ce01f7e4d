/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import dev.longfatpipe.units.DataSize;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * What an application did about a socket buffer: nothing, so that the kernel tunes it, or a value given to setsockopt.
 *
 * <p>The difference is more than the number: setting SO_RCVBUF or SO_SNDBUF at all ends auto-tuning for that socket, even
 * with the very value that the kernel would have chosen. Immutable.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface BufferSetting {

    /** The option was never set: the kernel sizes the buffer and lets it grow. */
    static BufferSetting auto() {
        return Auto.INSTANCE;
    }

    /**
     * The option was set to this value.
     *
     * @param requested the value given to setsockopt (in Java: setReceiveBufferSize), before the kernel doubled or capped it
     * @throws IllegalArgumentException if it is zero, which Java's sockets refuse as well
     */
    static BufferSetting explicit(DataSize requested) {
        return new Explicit(requested);
    }

    /** Whether the kernel tunes the buffer. */
    boolean isAuto();

    /** The value given to setsockopt, or empty when there was none. */
    Optional<DataSize> requested();

    /** The option was never set. One instance: {@link BufferSetting#auto()}. */
    enum Auto implements BufferSetting {
        /** The only one. */
        INSTANCE;

        @Override
        public boolean isAuto() {
            return true;
        }

        @Override
        public Optional<DataSize> requested() {
            return Optional.empty();
        }

        @Override
        public String toString() {
            return "auto";
        }
    }

    /**
     * The option was set.
     *
     * @param size the value given to setsockopt, above zero
     */
    record Explicit(DataSize size) implements BufferSetting {

        /** Refuses zero. */
        public Explicit {
            if (size.bytes() == 0) {
                throw new IllegalArgumentException("socket buffer [" + size
                        + "] is empty: write a size above zero such as \"64KiB\", or leave the buffer to the kernel");
            }
        }

        @Override
        public boolean isAuto() {
            return false;
        }

        @Override
        public Optional<DataSize> requested() {
            return Optional.of(size);
        }

        @Override
        public String toString() {
            return size.toString();
        }
    }
}
