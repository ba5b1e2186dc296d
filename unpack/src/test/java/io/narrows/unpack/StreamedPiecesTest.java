package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.PackedFormat;
import io.narrows.testkit.ByteMutator;
import io.narrows.testkit.Seed;
import io.narrows.unpack.recipe.AgreedRecipes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** gzip members that are unpacked as they come, through both ends. */
class StreamedPiecesTest extends StreamedDirection {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void members_areUnpackedAsTheyCome(int level) throws Exception {
        byte[] member = gzip(level, new Plains(level).orders(8 << 20));
        Random random = new Random(Seed.of("StreamedPiecesTest of level " + level));

        readInCuts(member, random, 1 + random.nextInt(200_000));
        readInCuts(member, random, 20_000);
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isEqualTo(2L * (member.length - 18));
        assertThat(content).isGreaterThan(16 << 20);
    }

    /** The parts end at every byte once. */
    @Test
    @Tag("long")
    void parts_mayEndAnywhere() throws Exception {
        byte[] member = gzip(6, new Plains(10).orders(600_000));
        int from = 70_000;
        read(Arrays.copyOf(member, from));
        for (int at = from; at < from + 3_000; at++) {
            read(new byte[] {member[at]});
            if (at % 7 < 5) {
                passPending();
            }
        }
        read(Arrays.copyOfRange(member, from + 3_000, member.length));
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isGreaterThan(member.length * 3L / 4);
    }

    @Test
    @Tag("long")
    void pauses_passWhatIsHeldBack_andTheRestIsUnpacked() throws Exception {
        byte[] member = gzip(6, new Plains(11).orders(8 << 20));
        Random random = new Random(Seed.of("StreamedPiecesTest.pauses"));
        for (int at = 0; at < member.length; ) {
            int left = member.length - at;
            int length = left <= 201_000 ? left : 100_000 + random.nextInt(100_000);
            read(Arrays.copyOfRange(member, at, at + length));
            passPending();
            at += length;
        }
        end();

        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isBetween(member.length * 6L / 10, member.length - 50_000L);
    }

    /** The rest of the member behind a pause, without gzip's eight last bytes, is unpacked from 32 bytes on. */
    @Test
    @Tag("long")
    void pauseShortlyBeforeTheEnd_leavesTooLittleToUnpack() throws Exception {
        byte[] member = gzip(6, new Plains(11).orders(600_000));
        for (int left = 1; left <= 60; left++) {
            refused.clear();
            read(Arrays.copyOf(member, member.length - left));
            passPending();
            read(Arrays.copyOfRange(member, member.length - left, member.length));
            passPending();

            if (left > 8 && left < 8 + 32) {
                assertThat(refused).as("%d bytes", left).isEqualTo(Map.of(Refusal.NO_GAIN, left - 8L));
            } else {
                assertThat(refused).as("%d bytes", left).isEmpty();
            }
        }
        end();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.03, 0.4, 0.999})
    @Tag("long")
    void memberOfAnotherEncoder_goesAsItIs_fromWhereItDiffers(double where) throws Exception {
        byte[] plain = new Plains(12).orders(8 << 20);
        byte[] member = gzipThatChanges(plain, (int) (plain.length * where));

        byte[] other = gzip(6, plain);
        readInCuts(other, new Random(13), 50_000);
        readInCuts(member, new Random(12), 50_000);
        end();

        assertThat(refused).containsOnlyKeys(Refusal.NO_RECIPE);
        assertThat(unpackedBytes() - (other.length - 18))
                .isBetween((long) (other.length * where) - 200_000, (long) (other.length * where) + 50_000);
    }

    /** Compresses the content from an offset on at another level. */
    private static byte[] gzipThatChanges(byte[] plain, int from) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed) {
            void level(int level) {
                def.setLevel(level);
            }

            @Override
            public void write(byte[] bytes, int at, int length) throws IOException {
                if (at == from) {
                    level(1);
                }
                super.write(bytes, at, length);
            }
        }) {
            out.write(plain, 0, from);
            out.write(plain, from, 1); // what is there when the level changes is compressed as before
            out.write(plain, from + 1, plain.length - from - 1);
        }
        return packed.toByteArray();
    }

    @Test
    @Tag("long")
    void damagedMember_arrivesAsItIs() throws Exception {
        byte[] member = gzip(6, new Plains(14).orders(2 << 20));
        Random random = new Random(Seed.of("StreamedPiecesTest.damage"));
        for (int run = 0; run < 20; run++) {
            byte[] damaged = member.clone();
            damaged[70_000 + random.nextInt(damaged.length - 70_000)] ^= (byte) (1 << random.nextInt(8));
            readInCuts(damaged, random, 100_000);
        }
        end();
    }

    @Test
    void peerWithoutStreamedRecipes_getsLongMembersAsTheyAre() throws Exception {
        AgreedRecipes older = ofOlderPeer();
        byte[] member = gzip(6, new Plains(19).orders(8 << 20));
        try (DirectionUnpacker toOlder =
                new DirectionUnpacker(EnumSet.of(PackedFormat.GZIP), older, new Counted(), System::nanoTime)) {
            int sent = toOlder.read(ByteBuffer.wrap(member)).remaining()
                    + toOlder.passPending().remaining();

            assertThat(sent).isEqualTo(member.length);
            assertThat(older.kinds()).contains(PieceKind.DEFLATE).doesNotContain(PieceKind.DEFLATE_STREAM);
        }
    }

    /** A receiver refuses damage, and what it delivers before is what was sent. */
    @Test
    @Tag("long")
    void damagedCarriedParts_areRefused_orDeliverTheBytesThatWereSent() throws Exception {
        Random random = new Random(Seed.of("StreamedPiecesTest.carried"));
        ByteMutator mutator = new ByteMutator(random, 40);
        byte[] member = gzip(1, new Plains(18).orders(1 << 20));
        byte[] carried = carried(member);
        assertThat(unpackedBytes()).isPositive();
        int refusals = refusals(member, () -> mutator.damaged(carried), 200);

        assertThat(refusals).isGreaterThan(150);
    }

    /** 256 MB of zeros take 250 kB in gzip. */
    @Test
    @Tag("long")
    void bomb_goesAsItIs() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 1 << 8; i++) {
                out.write(zeros);
            }
        }

        readInCuts(packed.toByteArray(), new Random(15), 64 << 10);
        end();

        assertThat(unpacked).isEmpty();
        assertThat(content).isEqualTo(app.size());
    }

    /** The content of most parts is long, and the ratio of the whole is not. */
    @Test
    @Tag("long")
    void zerosWithinAMember_endItsUnpacking() throws Exception {
        byte[] plain = new Plains(16).orders(40 << 20);
        Arrays.fill(plain, 4 << 20, 39 << 20, (byte) 0);
        byte[] member = gzip(6, plain);

        readInCuts(member, new Random(16), 64 << 10);
        end();

        assertThat(unpackedBytes()).isPositive();
        assertThat(content).isLessThan(30 << 20);
    }

    /** Headers of frames, and frames of other streams, are holes of the parts. */
    @Test
    @Tag("long")
    void messageInFrames_isUnpackedAsItComes() throws Exception {
        Random random = new Random(Seed.of("StreamedPiecesTest.frames"));
        byte[] member = gzip(6, new Plains(17).orders(12 << 20));
        byte[] message = ByteBuffer.allocate(5 + member.length)
                .put((byte) 1)
                .putInt(member.length)
                .put(member)
                .array();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(stream, 4, 0, new byte[12]);
        for (int at = 0; at < message.length; ) {
            int length = Math.min(message.length - at, random.nextInt(4) == 0 ? random.nextInt(50) : 16_384);
            frame(stream, 0, 1, Arrays.copyOfRange(message, at, at + length));
            at += length;
            if (random.nextInt(3) == 0) {
                frame(stream, 6, 0, new byte[8]);
            }
        }
        byte[] bytes = stream.toByteArray();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(60_000));
            read(Arrays.copyOfRange(bytes, at, at + length));
            at += length;
            if (at > 150_000 && random.nextInt(8) == 0) {
                passPending();
            }
        }
        end();

        assertThat(member.length).isGreaterThan(2 << 20);
        assertThat(refused).isEmpty();
        assertThat(unpackedBytes()).isGreaterThan(member.length * 7L / 10);
    }

    static void frame(ByteArrayOutputStream stream, int type, int id, byte[] payload) {
        stream.writeBytes(ByteBuffer.allocate(9)
                .putInt(payload.length << 8 | type)
                .put((byte) 0)
                .putInt(id)
                .array());
        stream.writeBytes(payload);
    }

    @Test
    void severalMembers_takeTurnsWithOtherPieces() throws Exception {
        Random random = new Random(Seed.of("StreamedPiecesTest.several"));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 12; i++) {
            int length = i % 2 == 0 ? 1 + random.nextInt(100_000) : 800_000 + random.nextInt(400_000);
            all.writeBytes(gzip(i % 3 == 0 ? 1 : 6, new Plains(i).orders(length)));
            all.writeBytes(new Plains(i).orders(random.nextInt(300)));
        }
        readInCuts(all.toByteArray(), random, 30_000);
        end();

        assertThat(refused).isEmpty();
        assertThat(unpacked.keySet())
                .anyMatch(id -> id.endsWith(" streamed"))
                .anyMatch(id -> !id.endsWith(" streamed"));
    }

    static byte[] gzip(int level, byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed) {
            {
                def.setLevel(level);
            }
        }) {
            out.write(plain);
        }
        return packed.toByteArray();
    }
}
