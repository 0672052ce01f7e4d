/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.diagnose;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.kernel.KernelProfile;
import dev.longfatpipe.kernel.TcpMemory;
import dev.longfatpipe.path.Direction;
import dev.longfatpipe.units.DataSize;

/** The two buffers of a socket, and the words for them. */
enum BufferKind {
    RECEIVE("SO_RCVBUF", "net.core.rmem_max", "net.ipv4.tcp_rmem", "window ", " bytes") {
        @Override
        DataSize inFlight(KernelProfile kernel, BufferSetting setting, int mss) {
            return kernel.receiveWindow(setting, mss).maximum();
        }

        @Override
        boolean isCapped(KernelProfile kernel, BufferSetting setting, int mss) {
            return kernel.receiveWindow(setting, mss).capped();
        }

        @Override
        long coreMax(KernelProfile kernel) {
            return kernel.sysctls().rmemMax();
        }

        @Override
        TcpMemory tcpMemory(KernelProfile kernel) {
            return kernel.sysctls().tcpRmem();
        }

        @Override
        boolean isOfClient(Direction direction) {
            return direction == Direction.DOWNSTREAM;
        }

        @Override
        String when(Direction direction) {
            return isOfClient(direction) ? "BEFORE connect()" : "on the listening socket BEFORE bind()";
        }
    },
    SEND("SO_SNDBUF", "net.core.wmem_max", "net.ipv4.tcp_wmem", "keeps ", " bytes under way") {
        @Override
        DataSize inFlight(KernelProfile kernel, BufferSetting setting, int mss) {
            return kernel.sendCapacity(setting, mss).writerResumesAt();
        }

        @Override
        boolean isCapped(KernelProfile kernel, BufferSetting setting, int mss) {
            return kernel.sendCapacity(setting, mss).capped();
        }

        @Override
        long coreMax(KernelProfile kernel) {
            return kernel.sysctls().wmemMax();
        }

        @Override
        TcpMemory tcpMemory(KernelProfile kernel) {
            return kernel.sysctls().tcpWmem();
        }

        @Override
        boolean isOfClient(Direction direction) {
            return direction == Direction.UPSTREAM;
        }

        @Override
        String when(Direction direction) {
            return isOfClient(direction) ? "BEFORE connect()" : "on the accepted socket BEFORE the first write";
        }
    };

    private final String option;
    private final String coreKey;
    private final String tcpKey;
    private final String before;
    private final String after;

    BufferKind(String option, String coreKey, String tcpKey, String before, String after) {
        this.option = option;
        this.coreKey = coreKey;
        this.tcpKey = tcpKey;
        this.before = before;
        this.after = after;
    }

    /** The bytes that are in flight with certainty while the buffer is full. */
    abstract DataSize inFlight(KernelProfile kernel, BufferSetting setting, int mss);

    /** Whether the kernel grants less than was asked for. */
    abstract boolean isCapped(KernelProfile kernel, BufferSetting setting, int mss);

    /** The most that the option is granted. */
    abstract long coreMax(KernelProfile kernel);

    /** What bounds auto-tuning. */
    abstract TcpMemory tcpMemory(KernelProfile kernel);

    /** Whether it is the client that has this buffer, for data of a direction. */
    abstract boolean isOfClient(Direction direction);

    /** When the option must be set to take effect. */
    abstract String when(Direction direction);

    String owner(Direction direction) {
        return isOfClient(direction) ? "client" : "server";
    }

    String option() {
        return option;
    }

    String coreKey() {
        return coreKey;
    }

    String tcpKey() {
        return tcpKey;
    }

    /** {@code window 64088 bytes} or {@code keeps 10618 bytes under way}. */
    String inFlightText(DataSize bytes) {
        return before + bytes.bytes() + after;
    }

    /** The setting as evidence: {@code SO_RCVBUF 65536}, and what the kernel makes of it if that is less. */
    String describe(KernelProfile kernel, BufferSetting setting, int mss) {
        return setting.requested()
                        .map(size -> option + " " + size.bytes())
                        .orElse(option + " left to the kernel (auto-tuning up to " + tcpKey + " max = "
                                + tcpMemory(kernel).max() + ")")
                + (isCapped(kernel, setting, mss) ? ", cut to " + coreMax(kernel) + " by " + coreKey : "");
    }
}
