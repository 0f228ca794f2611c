package dev.haru.systemtests.catalogue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The relative popularity of items, Zipf-like: the item of rank r has a weight of r^-0.8. Measured web requests follow
 * exponents of 0.64 to 0.83 (Breslau, Cao, Fan, Phillips, Shenker: Web Caching and Zipf-like Distributions, INFOCOM
 * 1999).
 */
final class Popularity {

    private static final double EXPONENT = 0.8;

    private final int[] rankOf;
    private final double sum;

    /** Assigns ranks to the items in random order. */
    Popularity(int items, Random random) {
        int[] ranks = IntStream.rangeClosed(1, items).toArray();
        for (int i = items - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = ranks[i];
            ranks[i] = ranks[j];
            ranks[j] = swapped;
        }
        this.rankOf = ranks;
        this.sum = Arrays.stream(ranks).mapToDouble(Popularity::weight).sum();
    }

    /** Returns the item's share of a total, rounded. */
    int share(int item, long total) {
        return (int) Math.round(total * weight(rankOf[item]) / sum);
    }

    private static double weight(int rank) {
        return Math.pow(rank, -EXPONENT);
    }
}
