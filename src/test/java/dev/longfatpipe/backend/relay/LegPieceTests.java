/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longfatpipe.kernel.BufferSetting;
import dev.longfatpipe.observe.BufferReading;
import dev.longfatpipe.units.DataSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LegPieceTests {

    private static BufferReading reading(BufferSetting setting, long granted) {
        return new BufferReading(setting, DataSize.ofBytes(granted), 7, BufferReading.Source.SOCK_DIAG);
    }

    @ParameterizedTest
    @CsvSource({
        "2304, 5, 128",
        "32768, 5, 1024",
        "65536, 6, 2048",
        "65536, 100, 2048",
        "87310, 100, 2728",
        "87311, 100, 2147483647",
        "65536, 5, 2147483647",
        "32768, 2, 2147483647",
        "32768, 0, 2147483647"
    })
    void small_buffers_on_paths_that_are_not_short_are_filled_in_pieces(long granted, long rttMillis, int piece) {
        BufferReading receiver = reading(BufferSetting.explicit(DataSize.ofBytes(granted)), granted);
        assertThat(LegPiece.of(receiver, Duration.ofMillis(rttMillis))).isEqualTo(piece);
    }

    @Test
    void buffers_that_are_auto_tuned_or_not_known_are_not() {
        Duration rtt = Duration.ofMillis(100);
        assertThat(LegPiece.of(reading(BufferSetting.auto(), 65_536), rtt)).isEqualTo(LegPiece.ANY);
        assertThat(LegPiece.of(reading(BufferSetting.explicit(DataSize.ofBytes(65_536)), 0), rtt))
                .isEqualTo(LegPiece.ANY);
        assertThat(LegPiece.of(BufferReading.ASSUMED_AUTO, rtt)).isEqualTo(LegPiece.ANY);
    }
}
