package io.narrows.lab.bench.db;

/** Listens for the database that is currently open. */
interface EngineListener {
    /** Ignores all events. */
    EngineListener NONE = new EngineListener() {
        @Override
        public void opened(Engine engine) {}

        @Override
        public void closing() {}
    };

    void opened(Engine engine);

    /** Called before the most recently opened engine is closed. */
    void closing();
}
