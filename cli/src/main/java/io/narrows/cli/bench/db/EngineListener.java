package io.narrows.cli.bench.db;

/** Who is told which database is open. */
interface EngineListener {
    /** Who does not care. */
    EngineListener NONE = new EngineListener() {
        @Override
        public void opened(Engine engine) {}

        @Override
        public void closing() {}
    };

    void opened(Engine engine);

    /** The engine that was opened last is about to be closed. */
    void closing();
}
