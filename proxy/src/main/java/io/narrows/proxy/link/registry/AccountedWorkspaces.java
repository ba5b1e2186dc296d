package io.narrows.proxy.link.registry;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.unpack.recipe.WorkspaceMemory;

/** Charges the workspaces of this process to an account. */
public record AccountedWorkspaces(Account account) implements WorkspaceMemory {
    @Override
    public boolean take(long bytes) {
        return account.take(Storage.NATIVE, bytes);
    }

    @Override
    public void giveBack(long bytes) {
        account.giveBack(Storage.NATIVE, bytes);
    }
}
