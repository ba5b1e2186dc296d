/** How much encodings of keys save on the table STOCK of TPC-C, stored as YugabyteDB does. */
package io.narrows.bench.stock;
