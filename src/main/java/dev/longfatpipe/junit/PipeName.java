/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * Says which of several pipes a parameter is: {@code @PipeName("backup") Pipe backup}. On a parameter of type
 * {@link dev.longfatpipe.socket.BufferedSockets BufferedSockets} it says on whose path {@code "2bdp"} is counted.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface PipeName {

    /** The {@link LongFatPipe#name()} of the pipe. */
    String value();
}
