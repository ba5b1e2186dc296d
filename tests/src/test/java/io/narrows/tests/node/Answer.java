package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.narrows.node.etcd.LeaseGrantResponse;
import io.narrows.node.etcd.LeaseLeasesResponse;
import io.narrows.node.etcd.LeaseStatus;
import io.narrows.node.etcd.LeaseTimeToLiveResponse;
import io.narrows.node.etcd.ResponseHeader;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A store's response to a call, without values specific to the store: ids of the cluster and of members, Raft's terms, ids of
 * leases that it chose, and the remaining seconds of a lease. Lists that etcd does not order are sorted.
 *
 * @param text of a refusal
 * @param response empty after a refusal
 */
record Answer(Status.Code code, String text, List<Message> response) {
    static Answer of(Message response) {
        return new Answer(Status.Code.OK, "", List.of(comparable(response)));
    }

    static Answer refusal(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        return new Answer(status.getCode(), Objects.requireNonNullElse(status.getDescription(), ""), List.of());
    }

    boolean isRefusal() {
        return code != Status.Code.OK;
    }

    /** Returns the revision of the header; 0 without one. */
    long revision() {
        return response.isEmpty() ? 0 : header(response.get(0)).getRevision();
    }

    static Message comparable(Message response) {
        Message.Builder builder = response.toBuilder();
        ResponseHeader header = ResponseHeader.newBuilder()
                .setRevision(header(response).getRevision())
                .build();
        builder.setField(headerOf(response), header);
        if (builder instanceof LeaseGrantResponse.Builder grant && grant.getID() > RandomLeases.LAST) {
            grant.clearID();
        } else if (builder instanceof LeaseTimeToLiveResponse.Builder lease) {
            List<ByteString> keys = lease.getKeysList().stream()
                    .sorted(ByteString.unsignedLexicographicalComparator())
                    .toList();
            lease.clearKeys().addAllKeys(keys).setTTL(Long.signum(lease.getTTL()));
        } else if (builder instanceof LeaseLeasesResponse.Builder leases) {
            List<LeaseStatus> sorted = leases.getLeasesList().stream()
                    .sorted(Comparator.comparingLong(LeaseStatus::getID))
                    .toList();
            leases.clearLeases().addAllLeases(sorted);
        }
        return builder.build();
    }

    private static ResponseHeader header(Message response) {
        return (ResponseHeader) response.getField(headerOf(response));
    }

    private static FieldDescriptor headerOf(Message response) {
        return response.getDescriptorForType().findFieldByName("header");
    }
}
