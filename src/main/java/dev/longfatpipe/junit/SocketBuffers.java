/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says which buffers the sockets of a test are to have. The test takes them as a parameter of type
 * {@link dev.longfatpipe.socket.BufferedSockets BufferedSockets}, which gives sockets, channels and factories those buffers in
 * time:
 *
 * <pre>{@code
 * @Test
 * @SocketBuffers(receive = "64KiB")
 * void a_small_window_holds_the_download_back(Pipe pipe, BufferedSockets buffers) throws Exception {
 *     Socket socket = buffers.apply(new Socket());
 *     socket.connect(pipe.to(server.address()));
 * }
 * }</pre>
 *
 * <p>It changes no socket by itself. But where the kernel's own record of a socket does not tell what was asked for (the other
 * end is on another host, or this is no Linux), the sockets of {@link #ends()} are taken to have these buffers.
 *
 * <p>On a method it replaces that of the class; a class inherits it from its superclass and, if {@code @Nested}, from the
 * enclosing class. May be used as a meta-annotation.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(LongFatPipeExtension.class)
public @interface SocketBuffers {

    /** SO_RCVBUF: {@code "auto"} (the default, left to the kernel), {@code "64KiB"}, {@code "2bdp"}. */
    String receive() default "auto";

    /** SO_SNDBUF: {@code "auto"} (the default, left to the kernel), {@code "64KiB"}, {@code "2bdp"}. */
    String send() default "auto";

    /** Whose sockets get them. Default both. */
    End[] ends() default {End.CLIENT, End.SERVER};

    /** An end of a connection through the pipe. */
    enum End {
        /** The end that connects. */
        CLIENT,
        /** The end that listens. */
        SERVER
    }
}
