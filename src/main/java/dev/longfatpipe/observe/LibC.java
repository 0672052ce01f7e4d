/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;

/** The few calls of the C library that netlink needs, mapped directly. */
final class LibC {

    static final int AF_NETLINK = 16;
    static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
    static final int NETLINK_SOCK_DIAG = 4;
    static final int SOL_SOCKET = 1;
    static final int SO_RCVBUF = 8;
    static final int SO_RCVTIMEO = 20;

    static {
        Native.register(LibC.class, "c");
    }

    private LibC() {}

    static native int socket(int domain, int type, int protocol) throws LastErrorException;

    static native int setsockopt(int fd, int level, int option, byte[] value, int length) throws LastErrorException;

    static native int bind(int fd, byte[] address, int length) throws LastErrorException;

    static native NativeLong send(int fd, byte[] bytes, NativeLong length, int flags) throws LastErrorException;

    static native NativeLong recv(int fd, byte[] bytes, NativeLong length, int flags) throws LastErrorException;

    static native int open(String path, int flags) throws LastErrorException;

    static native int setns(int fd, int kind) throws LastErrorException;

    static native int close(int fd) throws LastErrorException;
}
