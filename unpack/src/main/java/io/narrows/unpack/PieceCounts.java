package io.narrows.unpack;

import io.narrows.codec.PackedFormat;
import io.narrows.unpack.recipe.Recipe;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts of pieces in recorded streams. Not thread-safe. */
public final class PieceCounts implements DirectionUnpacker.Listener {
    private final Map<PackedFormat, Long> unpackedBytes = new EnumMap<>(PackedFormat.class);
    private final Map<String, Long> recipes = new TreeMap<>();
    private final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
    private long pieces;
    private long bytes;

    @Override
    public void unpacked(PackedFormat format, Recipe recipe, int length) {
        pieces++;
        bytes += length;
        unpackedBytes.merge(format, (long) length, Long::sum);
        recipes.merge(recipe.id(), 1L, Long::sum);
    }

    @Override
    public void refused(PackedFormat format, Refusal reason, int length) {
        pieces++;
        bytes += length;
        refusals.merge(reason, 1L, Long::sum);
    }

    /** Returns how many pieces were found. */
    public long pieces() {
        return pieces;
    }

    /** Returns the bytes of all pieces, as the application sent them. */
    public long bytes() {
        return bytes;
    }

    /** Returns the bytes of the pieces that were unpacked. */
    public long unpackedBytes() {
        return unpackedBytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the part of the bytes that was unpacked; 0 if no piece was found. */
    public double share() {
        return bytes == 0 ? 0 : (double) unpackedBytes() / bytes;
    }

    /** Returns the formats of unpacked pieces. */
    public Set<PackedFormat> formats() {
        return Collections.unmodifiableSet(unpackedBytes.keySet());
    }

    /** Returns the unpacked pieces by the id of their recipe. */
    public Map<String, Long> recipes() {
        return Collections.unmodifiableMap(recipes);
    }

    /** Returns the pieces that go as they are by reason. */
    public Map<Refusal, Long> refusals() {
        return Collections.unmodifiableMap(refusals);
    }
}
