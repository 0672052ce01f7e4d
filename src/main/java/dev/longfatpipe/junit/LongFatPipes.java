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
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Holds several {@link LongFatPipe}, each with a name; written by the compiler.
 *
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(LongFatPipeExtension.class)
@ResourceLock(providers = MeasuredTestsLock.class)
public @interface LongFatPipes {

    /** The pipes. */
    LongFatPipe[] value();
}
