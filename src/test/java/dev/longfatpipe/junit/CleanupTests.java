/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CleanupTests {

    @Test
    void says_nothing_when_it_went_well() {
        assertThat(new Cleanup(Duration.ofSeconds(10)).close("pipe", () -> {})).isEmpty();
    }

    @Test
    void says_what_went_wrong() {
        assertThat(new Cleanup(Duration.ofSeconds(10)).close("pipe", () -> {
                    throw new IllegalStateException("stuck");
                }))
                .contains("pipe could not be closed: java.lang.IllegalStateException: stuck");
    }

    @Test
    void waits_no_longer_than_its_limit() {
        CountDownLatch never = new CountDownLatch(1);

        assertThat(new Cleanup(Duration.ofMillis(1)).close("pipe", () -> await(never)))
                .contains("pipe could not be closed within 1 ms; closing goes on in the background");
        never.countDown();
    }

    @Test
    void leaves_the_rest_to_the_background_when_interrupted() {
        CountDownLatch never = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        assertThat(new Cleanup(Duration.ofSeconds(10)).close("pipe", () -> await(never)))
                .isPresent();
        assertThat(Thread.interrupted()).isTrue();
        never.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
