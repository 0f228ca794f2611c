package dev.haru.local.catalogue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How often each of many things is wanted: Zipf-like, the r-th most popular one in proportion to r^-0.8. What people
 * ask for follows exponents of 0.64 to 0.83 (Breslau, Cao, Fan, Phillips, Shenker: Web Caching and Zipf-like
 * Distributions, INFOCOM 1999).
 */
final class Popularity {

    private static final double EXPONENT = 0.8;

    private final int[] rankOf;
    private final double sum;

    /** Popularity for so many things, in an order that has nothing to do with theirs. */
    Popularity(int things, Random random) {
        int[] ranks = IntStream.rangeClosed(1, things).toArray();
        for (int i = things - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = ranks[i];
            ranks[i] = ranks[j];
            ranks[j] = swapped;
        }
        this.rankOf = ranks;
        this.sum = Arrays.stream(ranks).mapToDouble(Popularity::weight).sum();
    }

    /** The thing's share of a total, rounded. */
    int share(int thing, long total) {
        return (int) Math.round(total * weight(rankOf[thing]) / sum);
    }

    private static double weight(int rank) {
        return Math.pow(rank, -EXPONENT);
    }
}
