// Grows Weka's trees of many jobs in one go, for tests/soak/real.py.
//
//   java -cp weka.jar Trees.java JOBS
//
// A line of JOBS: class, options, training file, file of rows to predict, file to write; tab between.

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Utils;

class Trees {
  static Instances read(String path) throws Exception {
    try (BufferedReader reader = new BufferedReader(new FileReader(path))) {
      Instances rows = new Instances(reader);
      rows.setClassIndex(rows.numAttributes() - 1);
      return rows;
    }
  }

  public static void main(String[] arguments) throws Exception {
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      String[] job = line.split("\t", -1);
      try (PrintWriter out = new PrintWriter(job[4], "UTF-8")) {
        try {
          Classifier tree = Classifier.forName(job[0], Utils.splitOptions(job[1]));
          tree.buildClassifier(read(job[2]));
          out.print(tree);
          out.println("\n=== shares");
          Instances rows = read(job[3]);
          for (int i = 0; i < rows.numInstances(); i++) {
            StringBuilder said = new StringBuilder();
            for (double share : tree.distributionForInstance(rows.instance(i))) {
              said.append(share).append(' ');
            }
            out.println(said);
          }
        } catch (Exception refused) {
          out.println("=== refused\t" + refused);
        }
      }
    }
  }
}
