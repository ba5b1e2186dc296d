/** Tests of the bundled store against a real etcd, and with etcd's own client. */
package io.narrows.tests.node;
