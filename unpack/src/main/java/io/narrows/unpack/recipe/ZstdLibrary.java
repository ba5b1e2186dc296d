package io.narrows.unpack.recipe;

/** A version of the library zstd in this process. */
public interface ZstdLibrary {
    /** Returns the version of the library itself, such as {@code 1.5.7}. */
    String version();

    /** Creates an encoder with a native context, which belongs to one thread at a time. */
    ZstdFrameEncoder newEncoder();

    /** Begins a frame without a content size that is compressed in parts, with a native context of its own. */
    PartEncoder begin(int level, boolean hasChecksum);
}
