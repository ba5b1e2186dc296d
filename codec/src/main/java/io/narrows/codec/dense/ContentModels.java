package io.narrows.codec.dense;

/** The models that only one version of the format has. Both ends update them identically. */
interface ContentModels {
    /** Resets all models. */
    void clear();

    /** Returns the allocated memory, in bytes. */
    long memoryBytes();
}
