// Checks docs/loader-vectors.json, but for how the shop matches computers.
using System;
using System.IO;
using System.Text;
using Newtonsoft.Json.Linq;

static class Vectors
{
    public static int Check(string file)
    {
        int count = 0, wrong = 0;
        Action<string, bool> check = (about, right) =>
        {
            count++;
            if (right) return;
            wrong++;
            Console.WriteLine("wrong: {0}", about);
        };
        var all = Bytes.Parse(File.ReadAllBytes(file));
        var keys = all["keys"];
        foreach (var name in new[] { "shop", "loader", "stranger" })
        {
            var pair = keys[name];
            var made = new Key(Bytes.Decode((string)pair["private_key"])).Public;
            check("key " + name, Bytes.Encode(made) == (string)pair["public_key"] && Trust.IdOf(made) == (string)pair["id"]);
        }
        var own = new Key(Bytes.Decode((string)keys["loader"]["private_key"]));
        foreach (var one in all["requests"])
        {
            var body = Encoding.UTF8.GetBytes((string)one["body"]);
            var signature = own.SignRequest((string)one["method"], (string)one["path"], (long)one["time"], (string)one["nonce"], body);
            check((string)one["path"], signature == (string)one["signature"]);
        }
        var trusted = new Trust(new[] { (string)keys["shop"]["public_key"] });
        foreach (var one in all["answers"])
        {
            var genuine = true;
            var body = Encoding.UTF8.GetBytes((string)one["body"]);
            try { trusted.ReadAnswer(body, (string)keys["shop"]["id"], (string)one["signature"], (string)one["asked_nonce"]); }
            catch (Failure) { genuine = false; }
            check((string)one["about"], genuine == (bool)one["genuine"]);
        }
        foreach (JObject one in all["entitlements"])
        {
            var now = new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero).AddMilliseconds((long)one["now"]);
            check((string)one["about"], (trusted.ReadEntitlement(one, now) != null) == (bool)one["good"]);
        }
        foreach (var name in new[] { "stamp", "signed_stamp" })
            check(name, Computer.StampOf(Bytes.Decode((string)all[name]["file"])) == (string)all[name]["build"]);
        foreach (var one in all["values"]) check((string)one["value"], Computer.HashOf((string)one["value"]) == (string)one["sha256"]);
        Console.WriteLine("{0} checked, {1} wrong", count, wrong);
        return wrong > 0 ? 1 : 0;
    }
}
