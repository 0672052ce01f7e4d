/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** Messages that a parser may meet: real ones, real ones that are cut or changed, lengths that lie, and noise. */
final class Bytes implements Inputs<byte[]> {

    private static final int[] LENGTHS = {0, 1, 3, 4, 5, 8, 15, 16, 17, 72, 88, 0x7fff, 0x8000, 0xffff, 0x7fffffff, -1};

    private final List<byte[]> valid;

    Bytes(List<byte[]> valid) {
        this.valid = List.copyOf(valid);
    }

    @Override
    public byte[] next(SplittableRandom random) {
        byte[] message = pick(random).clone();
        int dice = random.nextInt(100);
        if (dice < 5) {
            return message;
        } else if (dice < 20) {
            return Arrays.copyOf(message, random.nextInt(message.length + 1));
        } else if (dice < 45) {
            return flipped(message, random);
        } else if (dice < 65) {
            return withLength(message, random);
        } else if (dice < 85) {
            byte[] other = pick(random);
            byte[] one = flipped(Arrays.copyOf(message, random.nextInt(message.length + 1)), random);
            byte[] spliced = Arrays.copyOf(one, one.length + random.nextInt(other.length + 1));
            int count = spliced.length - one.length;
            System.arraycopy(other, other.length - count, spliced, one.length, count);
            return spliced;
        }
        byte[] noise = new byte[random.nextInt(random.nextInt(1_000) == 0 ? 1_000_000 : 600)];
        random.nextBytes(noise);
        // behind a head that is right, so that the noise is looked at
        System.arraycopy(message, 0, noise, 0, Math.min(noise.length, random.nextInt(message.length + 1)));
        return noise;
    }

    @Override
    public long fingerprint(byte[] input) {
        long hash = input.length;
        for (byte b : input) {
            hash = hash * FINGERPRINT_FACTOR + b;
        }
        return hash;
    }

    @Override
    public int sizeOf(byte[] input) {
        return input.length;
    }

    @Override
    public String show(byte[] input) {
        String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, 600));
        return hex + (input.length > 600 ? "…" : "");
    }

    private static byte[] flipped(byte[] message, SplittableRandom random) {
        for (int flips = random.nextInt(12); flips > 0 && message.length > 0; flips--) {
            message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return message;
    }

    /** Puts a length, or any other number, where one may stand: at an even place, of two bytes or four. */
    private static byte[] withLength(byte[] message, SplittableRandom random) {
        if (message.length < 4) {
            return message;
        }
        ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            int at = random.nextInt((message.length - 2) / 2) * 2;
            int number = random.nextBoolean() ? random.nextInt(600) : LENGTHS[random.nextInt(LENGTHS.length)];
            if (random.nextBoolean()) {
                buffer.putShort(at, (short) number);
            } else {
                buffer.putInt(at, number);
            }
        }
        return message;
    }

    private byte[] pick(SplittableRandom random) {
        return valid.get(random.nextInt(valid.size()));
    }
}
