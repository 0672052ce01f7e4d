/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CutCourseTests {

    private final CutCourse course = new CutCourse(List.of(moment(100, 30), moment(200, 30), moment(300, 80)));

    private static CutCourse.Moment moment(long nanos, long cutNanos) {
        return new CutCourse.Moment(nanos, Duration.ofNanos(cutNanos));
    }

    private long until(long nanos) {
        return course.until(nanos).toNanos();
    }

    @Test
    void at_a_moment_is_what_it_says() {
        assertThat(until(100)).isEqualTo(30);
        assertThat(until(200)).isEqualTo(30);
        assertThat(until(300)).isEqualTo(80);
    }

    @Test
    void between_two_has_grown_evenly() {
        assertThat(until(150)).isEqualTo(30);
        assertThat(until(210)).isEqualTo(35);
        assertThat(until(290)).isEqualTo(75);
    }

    @Test
    void before_the_first_and_after_the_last_is_theirs() {
        assertThat(until(50)).isEqualTo(30);
        assertThat(until(900)).isEqualTo(80);
    }
}
