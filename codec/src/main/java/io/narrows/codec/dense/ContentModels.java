package io.narrows.codec.dense;

/** The models that only one version of the format has. Both ends update them identically. */
interface ContentModels {
    /** Resets all models. */
    void clear();

    /** Returns the allocated memory, in bytes. */
    long memoryBytes();

    /** Counts the memory of new models with the rows in use. */
    void countIn(ModelBytes bytes);

    void save(StateWriter state);

    /** Sets the models to those of a saved state; they must be clear. */
    void load(StateReader state);
}
