package io.narrows.unpack.recipe;

/** Thrown when a workspace would need more memory than its account has. The workspace stays usable. */
public final class NoWorkspaceMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoWorkspaceMemoryException(long bytes) {
        super("no memory for " + bytes + " bytes of a workspace", null, false, false);
    }
}
