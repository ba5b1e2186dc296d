package io.narrows.node.vote;

import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.EnumOutter.ErrorType;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Term and vote of SOFAJRaft's node. Each change is on disk before it returns; the node stops if it cannot be written.
 * SOFAJRaft calls it while holding the node's lock.
 */
public final class VoteStorage implements RaftMetaStorage {
    private static final Logger LOG = LoggerFactory.getLogger(VoteStorage.class);

    private final VoteFile file;
    private final BooleanSupplier logHasEntries;
    private @Nullable NodeImpl node;
    private Vote vote = Vote.NONE;

    /** @param logHasEntries called once the log is open; a member votes or learns a term before it appends */
    public VoteStorage(VoteFile file, BooleanSupplier logHasEntries) {
        this.file = file;
        this.logHasEntries = logHasEntries;
    }

    /** Returns false if the vote cannot be read, or is missing although the log has entries. */
    @Override
    public boolean init(RaftMetaStorageOptions options) {
        node = options.getNode();
        try {
            vote = file.read();
            if (vote.term() == 0 && logHasEntries.getAsBoolean()) {
                throw new DamagedVoteException(file.path(), "is missing, but the log has entries");
            }
            if (new PeerId().parse(vote.votedFor()) || vote.votedFor().isEmpty()) {
                return true;
            }
            throw new DamagedVoteException(file.path(), "has no peer address: " + vote.votedFor());
        } catch (IOException e) {
            LOG.atError().setCause(e).addKeyValue("file", file.path()).log("cannot read the vote");
            return false;
        }
    }

    /** Does nothing: every change is already on disk. */
    @Override
    public void shutdown() {}

    @Override
    public long getTerm() {
        return vote.term();
    }

    @Override
    public PeerId getVotedFor() {
        PeerId votedFor = new PeerId();
        if (!vote.votedFor().isEmpty()) {
            votedFor.parse(vote.votedFor());
        }
        return votedFor;
    }

    @Override
    public boolean setTerm(long term) {
        return save(new Vote(term, vote.votedFor()));
    }

    @Override
    public boolean setVotedFor(PeerId peer) {
        return save(new Vote(vote.term(), text(peer)));
    }

    @Override
    public boolean setTermAndVotedFor(long term, PeerId peer) {
        return save(new Vote(term, text(peer)));
    }

    private boolean save(Vote changed) {
        vote = changed;
        try {
            file.write(changed);
            return true;
        } catch (IOException e) {
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("file", file.path())
                    .log("cannot write the vote; stopping this member");
            Objects.requireNonNull(node)
                    .onError(new RaftException(
                            ErrorType.ERROR_TYPE_META, RaftError.EIO, "cannot write %s", file.path()));
            return false;
        }
    }

    private static String text(PeerId peer) {
        return peer.isEmpty() ? "" : peer.toString();
    }
}
