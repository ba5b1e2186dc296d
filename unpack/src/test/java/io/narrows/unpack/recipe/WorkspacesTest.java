package io.narrows.unpack.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.unpack.Pieces;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkspacesTest {
    private static final long LIMIT = 64 << 20;
    private static final int STREAMED = 4;
    private static final int AT_ONCE = 2;

    private final LimitedMemory memory = new LimitedMemory(LIMIT);
    private long now;
    private final Workspaces workspaces = new Workspaces(memory, () -> now);

    @Test
    void buffersAndContexts_areCharged_untilTheyAreFreed() {
        Workspace workspace = workspaces.take();
        assertThat(memory.used()).isZero();

        workspace.plain().cleared(4 << 20);
        assertThat(memory.used()).isEqualTo(4 << 20);
        workspace.plain().cleared(6 << 20);
        assertThat(memory.used()).isEqualTo(6 << 20);
        workspace.deflater(6);
        workspace.deflater(6);
        workspace.inflater();
        workspace.zstdDecoder();
        assertThat(memory.used()).isBetween((6 << 20) + (400L << 10), (6 << 20) + (600L << 10));
        assertThat(workspace.heldBytes()).isEqualTo(memory.used());

        workspaces.giveBack(workspace);
        workspaces.close();
        assertThat(memory.used()).isZero();
    }

    @Test
    void contextOfZstd_isChargedForItsLargestLevel() {
        Workspace workspace = workspaces.take();
        long level3 = charged(workspace, "zstd 1.5.7 level 3", STREAMED);
        long level11 = charged(workspace, "zstd 1.5.7 level 11", STREAMED);
        assertThat(level3).isEqualTo(Pieces.recipe("zstd 1.5.7 level 3").contextBytes());
        assertThat(level3 + level11)
                .isEqualTo(Pieces.recipe("zstd 1.5.7 level 11").contextBytes());

        assertThat(charged(workspace, "zstd 1.5.7 level 1", STREAMED)).isZero();

        workspace.close();
        assertThat(memory.used()).isZero();
    }

    @Test
    void contextOfZstd_isChargedForTheContent_ifItsLengthIsDeclared() {
        Workspace workspace = workspaces.take();

        assertThat(charged(workspace, "zstd 1.5.7 level 11", AT_ONCE)).isLessThan(3 << 20);

        workspace.close();
    }

    /** Returns by how much a recipe increases what is charged, apart from buffers. */
    private long charged(Workspace workspace, String id, int settings) {
        Recipe recipe = Pieces.recipe(id);
        ByteBuffer plain = workspace.plain().cleared(64 << 10);
        ByteBuffer output = workspace.output().cleared(recipe.bound(64 << 10));
        long before = memory.used();
        recipe.encode(plain, settings, output, null, workspace);
        return memory.used() - before;
    }

    @Test
    void workspaceWithoutMemory_staysUsable() {
        Workspace workspace = workspaces.take();
        workspace.plain().cleared(40 << 20);

        assertThatThrownBy(() -> workspace.output().cleared(40 << 20)).isInstanceOf(NoWorkspaceMemoryException.class);

        assertThat(memory.used()).isEqualTo(40 << 20);
        assertThat(workspace.plain().filled().capacity()).isEqualTo(40 << 20);
        assertThat(workspace.output().cleared(1 << 20).capacity()).isEqualTo(1 << 20);
        workspace.close();
        assertThat(memory.used()).isZero();
    }

    @Test
    void idleWorkspaces_areClosedWhenAnotherNeedsTheirMemory() {
        Workspace idle = workspaces.take();
        idle.plain().cleared(40 << 20);
        Workspace busy = workspaces.take();
        workspaces.giveBack(idle);

        busy.plain().cleared(40 << 20);

        assertThat(memory.used()).isEqualTo(40 << 20);
        busy.close();
    }

    @Test
    void workspacesThatAreNotNeeded_areClosedAfterATime() {
        Workspace first = workspaces.take();
        Workspace second = workspaces.take();
        first.plain().cleared(1 << 20);
        second.plain().cleared(2 << 20);
        workspaces.giveBack(first);
        workspaces.giveBack(second);
        now = 50;
        assertThat(workspaces.take()).isSameAs(second);
        workspaces.giveBack(second);

        now = 100;
        assertThat(workspaces.closeIdleFor(100)).isTrue();
        assertThat(memory.used()).isEqualTo(2 << 20);
        now = 150;
        assertThat(workspaces.closeIdleFor(100)).isTrue();

        assertThat(memory.used()).isZero();
        assertThat(workspaces.closeIdleFor(0)).isFalse();
    }

    @Test
    void idleWorkspaces_areBoundedInNumber() {
        int processors = Runtime.getRuntime().availableProcessors();
        List<Workspace> taken = new ArrayList<>();
        for (int i = 0; i < processors + 3; i++) {
            Workspace workspace = workspaces.take();
            workspace.packed().cleared(64 << 10);
            taken.add(workspace);
        }

        taken.forEach(workspaces::giveBack);

        assertThat(memory.used()).isEqualTo((long) processors * (64 << 10));
        workspaces.close();
    }

    @Test
    void workspaceInUseWhenThePoolIsClosed_isClosedLater() {
        Workspace workspace = workspaces.take();
        workspace.packed().cleared(1);

        workspaces.close();
        assertThat(memory.used()).isPositive();
        workspaces.giveBack(workspace);

        assertThat(memory.used()).isZero();
    }
}
